import { StockbookError } from '@stockbook/client';
import { useState } from 'react';
import { useAccount } from './account.js';
import { Code } from './code.js';
import type { Operation } from './content.js';

interface Outcome {
  readonly status: number;
  readonly ms: number;
  readonly body: unknown;
}

export function TryIt({ operation: { path, example, common, isSigned } }: { readonly operation: Operation }) {
  const { signed, ask } = useAccount();
  const [text, setText] = useState(() => JSON.stringify(example, null, 2));
  const [isDryRun, setDryRun] = useState(true);
  const [fault, setFault] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isSending, setSending] = useState(false);
  if (!isSigned) return null;
  const isWrite = common.includes('Repeatable');

  const send = async () => {
    if (!signed) return ask();
    const fields = parsed(text);
    setFault(fields ? undefined : 'This is no JSON object.');
    if (!fields) return;
    setSending(true);
    const begun = performance.now();
    const { status, body } = await signed.client
      .request(path, { ...fields, ...(isWrite && isDryRun && { dry_run: true }) })
      .then((body) => ({ status: 200, body }), refusalOf);
    setOutcome({ status, body, ms: Math.round(performance.now() - begun) });
    setSending(false);
  };

  return (
    <section className="try" aria-labelledby="try">
      <h2 id="try" tabIndex={-1}>
        Try it
      </h2>
      <label>
        <span>The fields of the request; the page adds the signature.</span>
        <textarea
          value={text}
          rows={Math.min(18, text.split('\n').length + 1)}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void send()}
        />
      </label>
      {fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      <p className="buttons">
        {isWrite && (
          <label className="check">
            <input type="checkbox" checked={isDryRun} onChange={(event) => setDryRun(event.target.checked)} />
            Dry run: changes nothing
          </label>
        )}
        <button type="button" className="primary" onClick={() => void send()} disabled={isSending}>
          {signed ? (isSending ? 'Sending …' : 'Send') : 'Use a key and send'}
        </button>
      </p>
      <div aria-live="polite">
        {outcome && (
          <>
            <p className="outcome">
              <strong className={outcome.status === 200 ? 'good' : 'bad'}>{outcome.status || 'No answer'}</strong>
              {` after ${outcome.ms} ms`}
            </p>
            <Code text={JSON.stringify(outcome.body, null, 2)} language="json" label="Answer of the server" />
          </>
        )}
      </div>
    </section>
  );
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refusalOf(error: unknown): Omit<Outcome, 'ms'> {
  if (!(error instanceof StockbookError)) return { status: 0, body: { error: [String(error)] } };
  const { status, errors, details, requestId, message } = error;
  return {
    status,
    body: errors.length ? { error: errors, error_details: details, request_id: requestId } : { error: [message] },
  };
}
