import { parentPort } from 'node:worker_threads';
import { pdfOf } from './pdf.js';
import { MAX_BYTES, renderTemplate, TemplateFault, tooLarge } from './template.js';
import type { Rendered, RenderJob } from './render-job.js';

async function rendered(job: RenderJob): Promise<Rendered> {
  try {
    const html = renderTemplate(job.template, job.document);
    if (job.format === 'html') return { content: html };
    const content = (await pdfOf(html)).toString('base64');
    if (content.length > MAX_BYTES) throw tooLarge();
    return { content };
  } catch (error) {
    if (error instanceof TemplateFault) return { fault: error.message };
    if (error instanceof RangeError) return { fault: 'has elements that lie too deep in each other' };
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return job.format === 'pdf' ? { fault: 'cannot be laid out as a PDF', error: message } : { error: message };
  }
}

parentPort?.on('message', (job: RenderJob) => void rendered(job).then((answer) => parentPort?.postMessage(answer)));
// The fonts are read and the code is compiled before the first job is timed.
await pdfOf('<h1>Invoice</h1><table><tr><td>1<td><b>2</b></table>');
parentPort?.postMessage('ready');
