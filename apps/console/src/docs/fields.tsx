import { Description } from './blocks.js';
import type { Field, Schemas } from './content.js';

interface Props {
  readonly of: readonly string[];
  readonly schemas: Schemas;
  /** Fields of answers are there or not; only those of requests are required. */
  readonly isRequest?: boolean;
}

export function Fields({ of, schemas, isRequest = false }: Props) {
  const fields = of.flatMap((name) => schemas[name] ?? []);
  // Required fields come first.
  const sorted = isRequest
    ? [...fields].sort((one, other) => Number(other.required ?? 0) - Number(one.required ?? 0))
    : fields;
  if (!fields.length) return <p className="none">None.</p>;
  return (
    <ul className="fields">
      {sorted.map((field) => (
        <Row key={field.name} {...{ field, schemas, isRequest }} parents={[]} />
      ))}
    </ul>
  );
}

interface RowProps {
  readonly field: Field;
  readonly schemas: Schemas;
  readonly isRequest: boolean;
  readonly parents: readonly string[];
}

function Row({ field, schemas, isRequest, parents }: RowProps) {
  const { name, type, of, required, text, limits, values } = field;
  const inner = of && !parents.includes(of) ? schemas[of] : undefined;
  return (
    <li>
      <p className="field">
        <code>{name}</code> <span className="type">{type}</span>
        {isRequest && required && <span className="required">required</span>}
      </p>
      {text && (
        <p>
          <Description text={text} />
        </p>
      )}
      {values && (
        <p className="values">
          One of{' '}
          {values.map((value, at) => (
            <code key={at}>{JSON.stringify(value)}</code>
          ))}
        </p>
      )}
      {limits && <p className="limits">{limits[0]?.toUpperCase() + limits.slice(1)}.</p>}
      {inner && (
        <details>
          <summary>
            {inner.length} {inner.length === 1 ? 'field' : 'fields'} of <code>{name}</code>
          </summary>
          <ul className="fields">
            {inner.map((each) => (
              <Row key={each.name} field={each} {...{ schemas, isRequest }} parents={[...parents, of!]} />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
