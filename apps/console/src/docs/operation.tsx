import { resources } from 'content:loaders';
import { useState } from 'react';
import { Link } from './address.js';
import { Description } from './blocks.js';
import { Code } from './code.js';
import type { Operation } from './content.js';
import { Fields } from './fields.js';
import { useLoaded } from './loaded.js';
import { samplesOf } from './samples.js';
import { TryIt } from './try-it.js';

export function OperationPage({ resource, path }: { readonly resource: string; readonly path: string }) {
  const { operations, schemas } = useLoaded(`resource ${resource}`, resources[resource]!);
  const operation = operations.find((each) => each.path === path)!;
  const { summary, description, isAdditive, isDeprecated, request, common, answer, answerExample, statuses } =
    operation;
  return (
    <article className="operation">
      <header>
        <p className="kicker">
          <Link to="reference">Reference</Link> / <Link to={`reference/${resource}`}>{resource}</Link>
        </p>
        <h1>{path.split('/').slice(-2).join('/')}</h1>
        <p className="lead">
          <Description text={summary} />
        </p>
        <p className="call">
          <span>POST</span> <code>/{path}</code>
          {isDeprecated && <span className="flag">deprecated</span>}
          {isAdditive && (
            <span className="flag" title="The specification that this API follows does not have it.">
              additive
            </span>
          )}
        </p>
        <p>
          <Description text={description} />
        </p>
      </header>
      <div className="samples">
        <Samples operation={operation} />
        {answerExample && (
          <section>
            <h2>Answer</h2>
            <Code text={JSON.stringify(answerExample, null, 2)} language="json" label="Example of an answer" />
          </section>
        )}
      </div>
      <div className="details">
        <section>
          <h2 id="request" tabIndex={-1}>
            Request
          </h2>
          <Fields of={request} schemas={schemas} isRequest />
          {common.length > 0 && (
            <details className="common">
              <summary>Fields that every request of this kind may have</summary>
              <Fields of={common} schemas={schemas} isRequest />
            </details>
          )}
        </section>
        <TryIt key={path} operation={operation} />
        <section>
          <h2 id="answer" tabIndex={-1}>
            Answer
          </h2>
          <Fields of={answer} schemas={schemas} />
        </section>
        <section>
          <h2 id="refusals" tabIndex={-1}>
            Refusals
          </h2>
          <p>
            It may be refused with{' '}
            {statuses.map((status) => (
              <code key={status} className="status">
                {status}
              </code>
            ))}
            . The guide about <Link to="guides/errors">errors</Link> says what each means, and when to send a request
            again.
          </p>
        </section>
      </div>
    </article>
  );
}

const CHOSEN = 'stockbook-language';

function Samples({ operation }: { readonly operation: Operation }) {
  const samples = samplesOf(operation);
  const [chosen, setChosen] = useState(() => localStorage.getItem(CHOSEN) ?? 'curl');
  const sample = samples.find(({ title }) => title === chosen) ?? samples[0]!;
  const choose = (title: string) => {
    setChosen(title);
    localStorage.setItem(CHOSEN, title);
  };
  const file = { Python: 'stockbook.py', PHP: 'stockbook.php', Go: 'stockbook.go', Java: 'Stockbook.java' }[
    sample.title
  ];
  return (
    <section>
      <h2 className="hidden">Example</h2>
      <div className="languages" role="group" aria-label="Language of the example">
        {samples.map(({ title }) => (
          <button key={title} type="button" aria-pressed={title === sample.title} onClick={() => choose(title)}>
            {title}
          </button>
        ))}
      </div>
      <Code text={sample.text} language={sample.language} label={`Example in ${sample.title}`} />
      {file && (
        <p className="source">
          With the file <Link to={`files/${file}`}>{file}</Link>, which signs.
        </p>
      )}
    </section>
  );
}
