/** Maps each group of the API to the service that owns it, and to the module of resources that name none. */
const GROUPS = {
  integration: { service: 'integration', module: 'extension/extension' },
  inventory: { service: 'inventory', module: 'catalog' },
  sale: { service: 'sales', module: 'customer' },
  setting: { service: 'settings', module: 'reference' },
};

const pluralOf = (name) => {
  if (/[^aeiou]y$/.test(name)) return name.replace(/y$/, 'ies');
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
};

/** Derives all names of a resource from the options of the generator. */
export function namesOf({ path, plural, module }) {
  const [, group, name] = /^([a-z]+)\/([a-z][a-z0-9_]*)$/.exec(path) ?? [];
  if (!name || !(group in GROUPS))
    throw new Error(`${path} is no group and name in snake_case. The groups are ${Object.keys(GROUPS).join(', ')}.`);
  const camel = name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  const noun = name.replaceAll('_', ' ');
  const list = plural ?? pluralOf(name);
  return {
    path,
    group,
    service: GROUPS[group].service,
    module: module ?? GROUPS[group].module,
    name,
    key: `${name}_id`,
    kebab: name.replaceAll('_', '-'),
    camel,
    pascal: camel[0].toUpperCase() + camel.slice(1),
    list,
    noun,
    aNoun: `${/^(?:[aeio]|u(?![ns][aei]))/.test(noun) ? 'an' : 'a'} ${noun}`,
    nouns: list.replaceAll('_', ' '),
  };
}

const TYPES = {
  text: {
    decorator: 'Text',
    given: '{ optional: true, max: 1_000 }',
    type: 'string',
    column: '@TextColumn()',
    sql: `text NOT NULL DEFAULT ''`,
    sample: (name) => `Some ${name.replaceAll('_', ' ')}`,
  },
  int: {
    decorator: 'Int',
    given: '{ optional: true, ...COUNT }',
    shown: 'COUNT',
    type: 'number',
    column: `@Column({ type: 'bigint', default: 0 })`,
    sql: 'bigint NOT NULL DEFAULT 0',
    sample: () => 12,
  },
  money: {
    decorator: 'Money',
    given: '{ optional: true }',
    type: 'number',
    column: '@MoneyColumn()',
    sql: 'numeric(15,4) NOT NULL DEFAULT 0',
    sample: () => 9.5,
  },
  flag: {
    decorator: 'Flag',
    given: '{ optional: true }',
    type: 'boolean',
    column: `@Column('boolean', { default: false })`,
    sql: 'boolean NOT NULL DEFAULT false',
    sample: () => true,
  },
};

/** Returns the fields beside the name, which every resource has. */
export function fieldsOf(text = '') {
  const given = text.split(',').filter(Boolean);
  return given.map((each) => {
    const [name, type = 'text'] = each.split(':');
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`${name} is no name in snake_case.`);
    if (!(type in TYPES)) throw new Error(`${each}: the types are ${Object.keys(TYPES).join(', ')}.`);
    if (name === 'name') throw new Error('name: every resource has it, leave it out.');
    return { name, ...TYPES[type] };
  });
}
