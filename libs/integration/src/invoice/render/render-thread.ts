import { parentPort } from 'node:worker_threads';
import { LOAD_PDF, type Rendered, type RenderJob } from './render-job.js';
import { documentTooLarge, MAX_BYTES, renderTemplate, TemplateFault } from './template.js';

async function rendered(job: RenderJob): Promise<Rendered> {
  try {
    const html = renderTemplate(job.template, job.document);
    if (job.format === 'html') return { content: html };
    // This takes ten times as long to load as all else here.
    const { pdfOf } = await import('./pdf.js');
    const content = (await pdfOf(html)).toString('base64');
    if (content.length > MAX_BYTES) throw documentTooLarge();
    return { content };
  } catch (error) {
    if (error instanceof TemplateFault) return { fault: error.message };
    if (error instanceof RangeError) return { fault: 'has elements that lie too deep in each other' };
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    const sent = { name, message, stack };
    return job.format === 'pdf' ? { fault: 'cannot be laid out as a PDF', error: sent } : { error: sent };
  }
}

/** Reads the fonts and compiles the code, so that the first job is not timed with it. */
const WARM_UP: RenderJob = {
  format: 'pdf',
  template: '<h1>Invoice</h1><table><tr><td>1<td><b>2</b></table>',
  document: {},
};

parentPort?.on('message', (asked: RenderJob | typeof LOAD_PDF) => {
  void rendered(asked === LOAD_PDF ? WARM_UP : asked).then((answer) => parentPort?.postMessage(answer));
});
parentPort?.postMessage('ready');
