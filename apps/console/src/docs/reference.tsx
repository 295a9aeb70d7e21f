import { Link } from './address.js';
import { Description } from './blocks.js';
import { contents, groups, shortName } from './navigation.js';

const count = contents.resources.reduce((sum, { operations }) => sum + operations.length, 0);

export const ReferencePage = () => (
  <article className="prose wide">
    <p className="kicker">Reference</p>
    <h1>All operations</h1>
    <p className="lead">
      {count} operations on {contents.resources.length} resources. Each is a <code>POST</code> of JSON to its path,
      signed as <Link to="guides/signing">Signing</Link> says. What all of them have in common is in{' '}
      <Link to="guides/conventions">Conventions</Link>.
    </p>
    {groups.map(({ title, resources }) => (
      <section key={title}>
        <h2>{title}</h2>
        <ul className="resources">
          {resources.map(({ name, description, operations }) => (
            <li key={name}>
              <Link to={`reference/${name}`}>{shortName(name)}</Link>
              <p>{description}</p>
              <p className="verbs">
                {operations.map(({ path }) => (
                  <Link key={path} to={`reference/${path}`}>
                    {path.split('/').at(-1)}
                  </Link>
                ))}
              </p>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </article>
);

export function ResourcePage({ name }: { readonly name: string }) {
  const { description, operations } = contents.resources.find((each) => each.name === name)!;
  return (
    <article className="prose">
      <p className="kicker">
        <Link to="reference">Reference</Link>
      </p>
      <h1>{name}</h1>
      <p className="lead">{description}</p>
      <dl className="operations">
        {operations.map(({ path, summary }) => (
          <div key={path}>
            <dt>
              <Link to={`reference/${path}`}>{path.slice(name.length + 1) || path}</Link>
            </dt>
            <dd>
              <Description text={summary} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
