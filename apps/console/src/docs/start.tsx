import { Link } from './address.js';
import { Code } from './code.js';
import { groups, guides, shortName } from './navigation.js';

const FIRST = `npm ci && npm start

# in another terminal: an order, and the movements of stock that it causes
npm run -s call -- sale/order/add - < docs/examples/order.json
npm run -s call -- inventory/flow/get '{"limit":2}'`;

const CLIENT = `import { Stockbook } from '@stockbook/client';

const stockbook = new Stockbook({ url, domain, apiKey, apiSecret });
const { order } = await stockbook.sale.order.add(cart);

for await (const { events } of stockbook.changes({ webhook_id }))
  for (const event of events) console.log(event.event);`;

const ABOUT: Readonly<Record<string, string>> = {
  'first-request': 'From nothing to an order in a minute.',
  signing: 'How a request proves who sends it, with code to copy.',
  errors: 'What each refusal means, and when to send again.',
  idempotency: 'Send a write twice and have it done once.',
  batches: 'A hundred requests with one signature.',
  'finding-changes': 'Read everything once, then only what changed.',
  webhooks: 'Have changes sent to you, signed and in order.',
  importing: 'Move in with your items, customers and orders.',
  'command-line': 'Call, import, export and look after accounts in a terminal.',
  conventions: 'Values, limits and sessions that all operations share.',
  operations: 'Install, watch, back up and upgrade it.',
};

export const StartPage = () => (
  <article className="start">
    <header className="hero">
      <h1>The back office of your shop, behind one API</h1>
      <p className="lead">
        Stockbook keeps orders, stock, purchasing, promotions and customers of shops that sell on several channels. You
        send one signed <code>POST</code>; it never sells a piece twice, loses no update, and proves that every balance
        equals its ledger.
      </p>
      <p className="ways">
        <Link to="guides/first-request" className="primary">
          First request in a minute
        </Link>
        <Link to="reference" className="secondary">
          All operations
        </Link>
      </p>
    </header>
    <Flow />
    <section className="pair" aria-labelledby="first">
      <div>
        <h2 id="first">Your first order</h2>
        <p>
          Node is all that you need. <code>npm start</code> brings a database and a demo shop, and prints an address of
          this page that may use it: then <strong>Try it</strong> of each operation works at once.
        </p>
        <Code text={FIRST} language="sh" label="Commands of the first order" />
      </div>
      <div>
        <h2>Your first program</h2>
        <p>
          The client for TypeScript signs, retries and pages for you.{' '}
          <Link to="guides/signing#code-to-copy">One file</Link> does it in Python, PHP, Go, Java and shell.
        </p>
        <Code text={CLIENT} language="ts" label="Program with the client" />
      </div>
    </section>
    <section>
      <h2>Guides</h2>
      <ul className="cards">
        {guides.map(({ slug, title }) => (
          <li key={slug}>
            <Link to={`guides/${slug}`}>
              <strong>{title}</strong>
              <span>{ABOUT[slug]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
    <section>
      <h2>Reference</h2>
      <dl className="areas">
        {groups.map(({ title, resources }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {resources.map(({ name }) => (
                <Link key={name} to={`reference/${name}`}>
                  {shortName(name)}
                </Link>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  </article>
);

/** The way of an order, as a picture of text that reads in order on a narrow screen too. */
const Flow = () => (
  <ol className="flow" aria-label="The way of an order">
    <li>
      <strong>You</strong>
      <span>shop, till, marketplace or script</span>
      <code>sale/order/add</code>
    </li>
    <li>
      <strong>Gateway</strong>
      <span>checks signature, rights and every field</span>
      <code>POST, HMAC-SHA256</code>
    </li>
    <li>
      <strong>Order</strong>
      <span>stored with its event, in one transaction</span>
      <code>idempotency_key</code>
    </li>
    <li>
      <strong>Stock</strong>
      <span>pieces move once, the ledger adds up</span>
      <code>inventory/flow</code>
    </li>
    <li>
      <strong>You again</strong>
      <span>by webhook, or by reading the events</span>
      <code>sale_order.edited</code>
    </li>
  </ol>
);
