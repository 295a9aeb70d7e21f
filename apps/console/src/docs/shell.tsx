import { Component, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { AccountButton } from './account.js';
import { Link, useAddress } from './address.js';
import { FilePage } from './file.js';
import { GuidePage } from './guide.js';
import { contents, titleOf } from './navigation.js';
import { Sidebar } from './sidebar.js';
import { OperationPage } from './operation.js';
import { ReferencePage, ResourcePage } from './reference.js';
import { SearchBox } from './search.js';
import { StartPage } from './start.js';
import { ThemeButton } from './theme.js';

export function Shell() {
  const { path, anchor } = useAddress();
  const [isMenuOpen, setMenuOpen] = useState(false);
  useEffect(() => setMenuOpen(false), [path, anchor]);
  useEffect(() => void (document.title = path ? `${titleOf(path)} · Stockbook` : 'Stockbook'), [path]);
  return (
    <>
      <a className="skip" href="#main">
        Skip to the text
      </a>
      <header className="bar">
        <button
          type="button"
          className="quiet menu"
          aria-expanded={isMenuOpen}
          aria-controls="sidebar"
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <span aria-hidden="true">☰</span>
          <span className="hidden">Contents</span>
        </button>
        <Link to="" className="brand">
          <Mark />
          Stockbook
        </Link>
        <SearchBox />
        <AccountButton />
        <ThemeButton />
      </header>
      <div className="frame">
        <Sidebar path={path} isOpen={isMenuOpen} close={() => setMenuOpen(false)} />
        <main id="main" tabIndex={-1}>
          <Failing key={path}>
            <Suspense fallback={<p className="loading">Loading …</p>}>
              <Page path={path} />
              <Arrival path={path} anchor={anchor} />
            </Suspense>
          </Failing>
        </main>
      </div>
    </>
  );
}

function Page({ path }: { readonly path: string }): ReactNode {
  const [kind, ...rest] = path.split('/');
  const name = rest.join('/');
  if (!path) return <StartPage />;
  if (path === 'reference') return <ReferencePage />;
  if (kind === 'guides' && contents.guides.some(({ guides }) => guides.some(({ slug }) => slug === name)))
    return <GuidePage slug={name} />;
  if (kind === 'files' && contents.files.includes(name)) return <FilePage name={name} />;
  if (kind === 'reference') {
    // The resource `batch` has one operation of the same name.
    const resource = contents.resources.find(({ operations }) => operations.some((each) => each.path === name));
    if (resource) return <OperationPage resource={resource.name} path={name} />;
    if (contents.resources.some((each) => each.name === name)) return <ResourcePage name={name} />;
  }
  return <Missing path={path} />;
}

const Missing = ({ path }: { readonly path: string }) => (
  <article className="prose">
    <h1>There is no such page</h1>
    <p>
      Nothing is at <code>/docs/{path}</code>. Search with <kbd>/</kbd>, or begin at the <Link to="">start page</Link>.
    </p>
  </article>
);

/** Moves the view and the focus to where a link leads, when the page is there. */
function Arrival({ path, anchor }: { readonly path: string; readonly anchor: string }) {
  const isFirst = useRef(true);
  useEffect(() => {
    const target = anchor ? document.getElementById(anchor) : document.getElementById('main');
    if (anchor) target?.scrollIntoView();
    else if (!isFirst.current) scrollTo(0, 0);
    if (!isFirst.current) target?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [path, anchor]);
  return null;
}

class Failing extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <article className="prose">
        <h1>This page could not be loaded</h1>
        <p>The server may be away. Load the page again when it is back.</p>
      </article>
    );
  }
}

const Mark = () => (
  <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="var(--brand)" />
    <path d="M8 9h7a3 3 0 0 1 3 3v12a3 3 0 0 0-3-2H8z" fill="#fff" />
    <path d="M24 9h-3a3 3 0 0 0-3 3v12a3 3 0 0 1 3-2h3z" fill="#99f6e4" />
  </svg>
);
