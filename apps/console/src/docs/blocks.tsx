import { Fragment, type ReactNode } from 'react';
import { Link } from './address.js';
import { Code } from './code.js';
import type { Block, Inline } from './content.js';

export const Words = ({ of }: { readonly of: readonly Inline[] }): ReactNode =>
  of.map((part, at) => <Fragment key={at}>{inline(part)}</Fragment>);

function inline(part: Inline): ReactNode {
  if (typeof part === 'string') return part;
  const [name, content, href] = part;
  if (name === 'code') return <code>{content}</code>;
  if (name === 'a')
    return (
      <Link to={href}>
        <Words of={content} />
      </Link>
    );
  const Tag = name;
  return (
    <Tag>
      <Words of={content} />
    </Tag>
  );
}

/** The descriptions of the contract have code between backticks, and nothing else. */
export const Description = ({ text }: { readonly text: string }): ReactNode =>
  text.split('`').map((part, at) => (at % 2 ? <code key={at}>{part}</code> : part));

export const Blocks = ({ blocks }: { readonly blocks: readonly Block[] }): ReactNode =>
  blocks.map((block, at) => <BlockView key={at} block={block} />);

function BlockView({ block }: { readonly block: Block }): ReactNode {
  switch (block.is) {
    case 'heading':
      return <Heading {...block} />;
    case 'text':
      return (
        <p>
          <Words of={block.text} />
        </p>
      );
    case 'code':
      return <Code text={block.text} language={block.language} />;
    case 'note':
      return (
        <aside className="note">
          <Blocks blocks={block.blocks} />
        </aside>
      );
    case 'list': {
      const Tag = block.ordered ? 'ol' : 'ul';
      return (
        <Tag>
          {block.items.map((item, at) => (
            <li key={at}>
              <Item blocks={item} />
            </li>
          ))}
        </Tag>
      );
    }
    case 'table':
      return <Table head={block.head} rows={block.rows} />;
  }
}

/** The first text of an entry stands beside its bullet. */
const Item = ({ blocks }: { readonly blocks: readonly Block[] }): ReactNode =>
  blocks.map((block, at) =>
    block.is === 'text' ? <Words key={at} of={block.text} /> : <BlockView key={at} block={block} />,
  );

function Heading({ level, id, text }: Extract<Block, { is: 'heading' }>) {
  const Tag = level === 2 ? 'h2' : 'h3';
  return (
    <Tag id={id} tabIndex={-1}>
      <Words of={text} />
      <a className="anchor" href={`#${id}`} aria-label="Link to this section">
        #
      </a>
    </Tag>
  );
}

function Table({
  head,
  rows,
}: {
  readonly head: readonly (readonly Inline[])[];
  readonly rows: readonly (readonly (readonly Inline[])[])[];
}) {
  return (
    <div className="table" tabIndex={0} role="region" aria-label="Table">
      <table>
        {head.some((cell) => cell.length) && (
          <thead>
            <tr>
              {head.map((cell, at) => (
                <th key={at} scope="col">
                  <Words of={cell} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, of) => (
                <td key={of}>
                  <Words of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
