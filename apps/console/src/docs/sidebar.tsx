import { useEffect } from 'react';
import { Link } from './address.js';
import { contents, groups, shortName } from './navigation.js';

interface Props {
  readonly path: string;
  readonly isOpen: boolean;
  readonly close: () => void;
}

export function Sidebar({ path, isOpen, close }: Props) {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen, close]);
  const entry = (to: string, text: string, className?: string) => (
    <li key={to}>
      <Link to={to} className={className} aria-current={path === to ? 'page' : undefined}>
        {text}
      </Link>
    </li>
  );
  return (
    <>
      {isOpen && <div className="shade" onClick={close} />}
      <nav id="sidebar" aria-label="Contents" className={isOpen ? 'sidebar open' : 'sidebar'}>
        {contents.guides
          .filter(({ guides }) => guides.length)
          .map(({ title, guides }, at) => (
            <section key={title}>
              <h2>{title}</h2>
              <ul>
                {at === 0 && entry('', 'What Stockbook is')}
                {guides.map((guide) => entry(`guides/${guide.slug}`, guide.title))}
              </ul>
            </section>
          ))}
        <section>
          <h2>Reference</h2>
          <ul>{entry('reference', 'All operations')}</ul>
        </section>
        {groups.map(({ title, resources }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {resources.map((resource) => (
                <Resource key={resource.name} {...{ resource, path, entry }} />
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </>
  );
}

interface ResourceProps {
  readonly resource: (typeof contents.resources)[number];
  readonly path: string;
  readonly entry: (to: string, text: string, className?: string) => React.ReactNode;
}

/** Shows the operations of the resource that is read. */
function Resource({ resource: { name, operations }, path, entry }: ResourceProps) {
  const address = `reference/${name}`;
  const isCurrent = path === address || operations.some((each) => path === `reference/${each.path}`);
  if (operations.length === 1 && operations[0]?.path === name) return entry(address, shortName(name));
  return (
    <li>
      <Link
        to={address}
        aria-current={path === address ? 'page' : undefined}
        className={isCurrent ? 'within' : undefined}
      >
        {shortName(name)}
      </Link>
      {isCurrent && (
        <ul>{operations.map((each) => entry(`reference/${each.path}`, each.path.split('/').at(-1) ?? '', 'verb'))}</ul>
      )}
    </li>
  );
}
