// Draws docs/architecture.svg: it shows libraries as rooms by floor, and the way of a request and of an event through
// them. Floors follow from the imports, the ways from the steps in ARCHITECTURE.md.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isRunTimeSource, librariesIn } from './library-imports.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (file) => readFileSync(`${root}${file}`, 'utf8');

/** Each room lies here on its floor. A library without a place comes last. */
const COLUMNS = {
  ...{ auth: 0, gateway: 0, process: 0, contracts: 0.5, sales: 0.6, chaos: 1, distributed: 1, promotions: 1, rpc: 1.4 },
  ...{ standalone: 1.5, service: 1.9, inventory: 1.9, bench: 2, testing: 2, persistence: 2.5, settings: 3 },
  ...{ media: 4, integration: 4, messaging: 4, transfer: 3 },
};
/** These lie outside of the house, each on the floor of the library that speaks to it. */
const OUTSIDE = { client: { column: -1.36, beside: 'gateway' }, 'event bus': { column: 5.36, beside: 'messaging' } };
const [WIDTH, WALL, PITCH, TOP] = [980, 170, 64, 72];
const ROOM = { width: 104, height: 34, step: 128 };

/** Returns the floor of each library: one above the highest of those that it imports. */
export function floorsOf(imports) {
  const known = {};
  const floorOf = (name) => (known[name] ??= 1 + Math.max(0, ...imports[name].map(floorOf)));
  Object.keys(imports).forEach(floorOf);
  return known;
}

const libraries = () => readdirSync(`${root}libs`);

function importsOf(library) {
  const files = readdirSync(`${root}libs/${library}/src`, { recursive: true }).filter(isRunTimeSource);
  const names = files.flatMap((file) => librariesIn(textOf(`libs/${library}/src/${file}`)));
  return [...new Set(names.map((name) => name.replace('@stockbook/', '')))].filter((name) => name !== library);
}

/** Returns the steps of both tables of ARCHITECTURE.md, each with the libraries and folders that it names. */
function stepsOf(text) {
  const rows = [...text.matchAll(/^\| (\d+) +\| ([^|]+)\|/gm)];
  return rows.flatMap(([, number, where]) =>
    where.split(', ').map((place) => {
      const [library, folder] = place.trim().split('/');
      return { number, library, folder };
    }),
  );
}

/** Joins steps in one library, so that each arrow has the numbers of the steps where it ends. */
function wayOf(steps) {
  const way = [];
  for (const { number, library } of steps) {
    const last = way.at(-1);
    if (last?.at === library) last.numbers.add(number);
    else way.push({ at: library, numbers: new Set(number ? [number] : []) });
  }
  return way;
}

/** A request comes from a client and goes back. Its event begins where it is stored, and crosses the bus. */
export function waysOf(text) {
  const steps = stepsOf(text);
  const first = steps.findIndex(({ library }) => library === 'messaging');
  const [request, event] = [steps.slice(0, first), steps.slice(first)];
  const { library } = request.findLast(({ library: name }) => name === 'persistence');
  const crossing = event.findIndex(({ folder }) => folder === 'inbox');
  const [client, bus] = Object.keys(OUTSIDE).map((library) => ({ library }));
  return {
    request: wayOf([client, ...request, client]),
    event: wayOf([{ library }, ...event.slice(0, crossing), bus, ...event.slice(crossing)]),
  };
}

/** Returns the boxes of rooms, and of what lies outside, by name. */
function boxesOf(floors) {
  const top = Math.max(...Object.values(floors));
  const boxOf = (column, floor) => ({
    x: WALL + 12 + column * ROOM.step,
    y: TOP + (top - floor) * PITCH + (PITCH - ROOM.height) / 2,
    floor,
  });
  const boxes = {};
  const ends = {};
  for (const [name, floor] of Object.entries(floors)) {
    const column = COLUMNS[name] ?? (ends[floor] ?? 4) + 1;
    ends[floor] = Math.max(ends[floor] ?? 0, column);
    boxes[name] = boxOf(column, floor);
  }
  for (const [name, { column, beside }] of Object.entries(OUTSIDE)) boxes[name] = boxOf(column, floors[beside]);
  return boxes;
}

/** A point on a side of a box, and the direction out of the box. */
const SIDES = {
  top: ({ x, y }, share) => ({ x: x + share * ROOM.width, y, dx: 0, dy: -1 }),
  bottom: ({ x, y }, share) => ({ x: x + share * ROOM.width, y: y + ROOM.height, dx: 0, dy: 1 }),
  left: ({ x, y }, share) => ({ x, y: y + share * ROOM.height, dx: -1, dy: 0 }),
  right: ({ x, y }, share) => ({ x: x + ROOM.width, y: y + share * ROOM.height, dx: 1, dy: 0 }),
};

function sidesBetween(from, to) {
  if (from.floor === to.floor) return from.x < to.x ? ['right', 'left'] : ['left', 'right'];
  return from.floor < to.floor ? ['top', 'bottom'] : ['bottom', 'top'];
}

/** Gives each arrow its ends. Ends on one side of a box lie apart, in the order of their other ends. */
function attach(arrows, boxes) {
  const sides = {};
  for (const arrow of arrows) {
    const [from, to] = [boxes[arrow.from], boxes[arrow.to]];
    const [out, into] = sidesBetween(from, to);
    (sides[`${arrow.from} ${out}`] ??= []).push({ arrow, end: 'start', pointOf: SIDES[out], box: from, other: to });
    (sides[`${arrow.to} ${into}`] ??= []).push({ arrow, end: 'stop', pointOf: SIDES[into], box: to, other: from });
  }
  for (const ends of Object.values(sides)) {
    ends.sort((one, next) => one.other.x - next.other.x);
    ends.forEach(({ arrow, end, pointOf, box }, index) => (arrow[end] = pointOf(box, (index + 1) / (ends.length + 1))));
  }
}

const round = (value) => Math.round(value * 10) / 10;

/** The shares of the four points of a curve in its point at 0.62. */
const BADGE = [0.055, 0.269, 0.438, 0.238];

/** Draws a curve from box to box, with the numbers of the steps behind its middle. */
function arrowParts({ kind, start, stop, numbers }) {
  const reach = (start.dx ? Math.abs(stop.x - start.x) : Math.abs(stop.y - start.y)) / 2;
  const [a, b] = [start, stop].map(({ x, y, dx, dy }) => ({ x: x + dx * reach, y: y + dy * reach }));
  const points = [start, a, b, stop].map(({ x, y }) => `${round(x)} ${round(y)}`);
  const curve = `M${points[0]}C${points.slice(1).join(' ')}`;
  const path = `<path class="way ${kind}" d="${curve}" marker-end="url(#${kind})"/>`;
  if (!numbers.size) return [path];
  const [x, y] = ['x', 'y'].map((axis) =>
    round(BADGE.reduce((sum, share, index) => sum + share * [start, a, b, stop][index][axis], 0)),
  );
  return [path, ...badgeParts(kind, x, y, [...numbers].join(', '))];
}

function badgeParts(kind, x, y, label) {
  const width = 11 + 6.5 * label.length;
  return [
    `<rect class="badge ${kind}" x="${round(x - width / 2)}" y="${y - 9}" width="${width}" height="18" rx="9"/>`,
    `<text class="number" x="${x}" y="${y + 4}">${label}</text>`,
  ];
}

const LAYERS = ['contracts', 'kernel', 'service', 'assembly'];

/** Returns the layer of a library, as its tag says. */
const layerOf = (name) => /"type:(\w+)"/.exec(textOf(`libs/${name}/package.json`))[1];

function roomParts(name, { x, y }, layer) {
  return [
    `<rect class="room ${layer}" x="${x}" y="${y}" width="${ROOM.width}" height="${ROOM.height}" rx="5"/>`,
    `<text class="name" x="${x + ROOM.width / 2}" y="${y + ROOM.height / 2 + 5}">${name}</text>`,
  ];
}

const STYLE = `
  svg { background: #fff; font: 14px system-ui, -apple-system, 'Segoe UI', sans-serif }
  text { fill: #1f2328; text-anchor: middle }
  .floor { fill: none; stroke: #d1d9e0 } .house { fill: #f6f8fa; stroke: #8c959f; stroke-width: 1.5 }
  .storey, .note { fill: #59636e; font-size: 12px } .note { text-anchor: start } .number { fill: #fff; font-size: 12px }
  .room { stroke: #8c959f } .outside { fill: none; stroke: #8c959f; stroke-dasharray: 4 3 }
  .contracts { fill: #fff3c4 } .kernel { fill: #dbeafe } .service { fill: #d3f2dc } .assembly { fill: #ece5fb }
  .way { fill: none; stroke-width: 2 } .way.request { stroke: #0a5fd6 } .way.event { stroke: #c2410c }
  .badge.request, .head.request { fill: #0a5fd6 } .badge.event, .head.event { fill: #c2410c }
  @media (prefers-color-scheme: dark) {
    svg { background: #0d1117 } text { fill: #e6edf3 } .storey, .note { fill: #9198a1 }
    .floor { stroke: #30363d } .house { fill: #151b23; stroke: #656c76 } .number { fill: #0d1117 }
    .contracts { fill: #4a3a06 } .kernel { fill: #12305c } .service { fill: #0f3d22 } .assembly { fill: #35265c }
    .way.request { stroke: #6cb0ff } .way.event { stroke: #ff9d5c }
    .badge.request, .head.request { fill: #6cb0ff } .badge.event, .head.event { fill: #ff9d5c }
  }
`;

const head = (kind) =>
  `<marker id="${kind}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="5" markerHeight="5" orient="auto">` +
  `<path class="head ${kind}" d="M0 0L8 4L0 8Z"/></marker>`;

function legendParts(ways) {
  const stepsOf = (way) => way.flatMap(({ numbers }) => [...numbers]);
  const lines = Object.entries(ways).flatMap(([kind, way], index) => {
    const y = 22 + 24 * index;
    const steps = stepsOf(way);
    const text = `the life of ${kind === 'event' ? 'an' : 'a'} ${kind}, steps ${steps[0]} to ${steps.at(-1)}`;
    return [
      `<path class="way ${kind}" d="M16 ${y}H56" marker-end="url(#${kind})"/>`,
      `<text class="note" x="68" y="${y + 4}">${text}</text>`,
    ];
  });
  const layers = LAYERS.flatMap((layer, index) => {
    const x = 420 + 125 * index;
    return [
      `<rect class="room ${layer}" x="${x}" y="14" width="18" height="16" rx="3"/>`,
      `<text class="note" x="${x + 25}" y="26">${layer}</text>`,
    ];
  });
  const rule = 'A library imports libraries of lower floors alone.';
  return [...lines, ...layers, `<text class="note" x="420" y="50">${rule}</text>`];
}

export function architecturePicture() {
  const floors = floorsOf(Object.fromEntries(libraries().map((name) => [name, importsOf(name)])));
  const boxes = boxesOf(floors);
  const ways = waysOf(textOf('ARCHITECTURE.md'));
  const arrows = Object.entries(ways).flatMap(([kind, way]) =>
    way.slice(1).map(({ at, numbers }, index) => ({ kind, numbers, from: way[index].at, to: at })),
  );
  attach(arrows, boxes);
  const count = Math.max(...Object.values(floors));
  const [left, width, height] = [WALL, WIDTH - 2 * WALL, TOP + count * PITCH + 16];
  const storeys = Array.from({ length: count }, (_, index) => TOP + index * PITCH).flatMap((y, index) => [
    ...(index ? [`<path class="floor" d="M${left} ${y}h${width}"/>`] : []),
    `<text class="storey" x="${left + 8}" y="${y + 13}">${count - index}</text>`,
  ]);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">`,
    '<title>Libraries by floor, with the way of a request and of an event</title>',
    `<style>${STYLE}</style>`,
    `<defs>${Object.keys(ways).map(head).join('')}</defs>`,
    ...legendParts(ways),
    `<rect class="house" x="${left}" y="${TOP}" width="${width}" height="${count * PITCH}"/>`,
    ...storeys,
    ...Object.entries(boxes).flatMap(([name, box]) =>
      roomParts(name, box, name in OUTSIDE ? 'outside' : layerOf(name)),
    ),
    ...arrows.flatMap(arrowParts),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(`${root}docs/architecture.svg`, architecturePicture());
