// Writes CHANGELOG.md: the differences of two released contracts, and the place of a release in the text.
const NAMED = 4;

/** Lists what clients can use of the contract `after` that `before` does not have, as lines of Markdown. */
export function contractAdditions(before, after) {
  const isPublic = (path) => !path.startsWith('internal/');
  const operations = added(before.operations, after.operations).filter(isPublic);
  const faults = added(before.faults, after.faults).map((code) => `${code} (${after.faults[code]})`);
  return [
    ...linesOf('Operations', operations),
    ...linesOf('Events', added(before.events, after.events)),
    ...linesOf('Webhook subscriptions', addedSubscriptions(before.webhooks, after.webhooks)),
    ...linesOf('Fault codes', faults),
    ...fieldLines(before, after),
  ];
}

/** A section that is new stands for its events. */
function addedSubscriptions(before, after) {
  const names = after.filter((name) => !before.includes(name));
  return names.filter((name) => !names.includes(name.slice(0, name.indexOf('.'))));
}

const added = (before, after) => Object.keys(after).filter((name) => !(name in before));
const codesOf = (names) => names.map((name) => `\`${name}\``).join(', ');
const linesOf = (title, names) => (names.length ? [`- ${title}: ${codesOf(names)}.`] : []);

/** Classes that gain the same fields share a line, as all pages of lists do. */
function fieldLines(before, after) {
  const classes = new Map();
  for (const name of publicClasses(after)) {
    const fields = name in before.classes ? added(before.classes[name], after.classes[name]) : [];
    if (fields.length) classes.set(codesOf(fields), [...(classes.get(codesOf(fields)) ?? []), name]);
  }
  return [...classes].map(([fields, names]) => {
    const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
    return `- ${fields.includes(',') ? 'Fields' : 'Field'} ${fields} of ${codesOf(names.slice(0, NAMED))}${more}.`;
  });
}

/** Returns the classes of requests and answers of clients, with those that their fields hold. */
function publicClasses({ operations, classes, common }) {
  const found = new Set();
  const visit = (name) => {
    if (found.has(name)) return;
    found.add(name);
    for (const { of } of Object.values(classes[name] ?? {})) if (of) visit(of);
  };
  common.forEach(visit);
  for (const [path, { request, response }] of Object.entries(operations))
    if (!path.startsWith('internal/')) [request, response].forEach(visit);
  return [...found].sort();
}

/**
 * Returns the changelog with the contract's lines in the section of the version. The section `Unreleased` becomes that
 * section, if the version has none yet.
 */
export function withContract(changelog, version, lines) {
  const [head, ...sections] = changelog.split(/^(?=## )/m);
  const isOf = (name) => (section) => section.startsWith(`## ${name}\n`);
  if (!sections.some(isOf(version))) {
    const at = sections.findIndex(isOf('Unreleased'));
    const [, text = '\n'] = at < 0 ? [] : /^.*\n([^]*)$/.exec(sections[at]);
    sections.splice(Math.max(at, 0), at < 0 ? 0 : 1, `## ${version}\n${text}`);
  }
  const written = sections.map((section) => {
    if (!isOf(version)(section)) return section;
    const kept = section.replace(/^### Contract\n[^]*?(?=^### |(?![^]))/m, '').trimEnd();
    return `${kept}\n\n### Contract\n\n${lines.length ? lines.join('\n') : '- No differences.'}\n\n`;
  });
  return `${[head, ...written].join('').trimEnd()}\n`;
}
