import { guides as loaders } from 'content:loaders';
import { Link } from './address.js';
import { Blocks, Words } from './blocks.js';
import { useLoaded } from './loaded.js';
import { guides } from './navigation.js';

export function GuidePage({ slug }: { readonly slug: string }) {
  const blocks = useLoaded(`guide ${slug}`, loaders[slug]!);
  const at = guides.findIndex((guide) => guide.slug === slug);
  const [before, after] = [guides[at - 1], guides[at + 1]];
  const sections = blocks.filter((block) => block.is === 'heading' && block.level === 2);
  return (
    <div className="reading">
      <article className="prose">
        <p className="kicker">Guide</p>
        <h1>{guides[at]?.title}</h1>
        <Blocks blocks={blocks} />
        <nav className="turn" aria-label="Guides beside this one">
          {before && (
            <Link to={`guides/${before.slug}`}>
              <small>Before</small>
              {before.title}
            </Link>
          )}
          {after && (
            <Link to={`guides/${after.slug}`} className="next">
              <small>Next</small>
              {after.title}
            </Link>
          )}
        </nav>
      </article>
      {sections.length > 1 && (
        <nav className="outline" aria-label="On this page">
          <h2>On this page</h2>
          <ul>
            {sections.map(
              (block) =>
                block.is === 'heading' && (
                  <li key={block.id}>
                    <a href={`#${block.id}`}>
                      <Words of={block.text} />
                    </a>
                  </li>
                ),
            )}
          </ul>
        </nav>
      )}
    </div>
  );
}
