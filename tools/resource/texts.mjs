/** Returns the files that are a resource's own. `announcement` is the pattern. */
export const ownFiles = (names, fields, migration) => ({
  [`libs/contracts/src/${names.group}/${names.kebab}.ts`]: contract(names, fields),
  [`libs/${names.service}/src/${names.kebab}/${names.kebab}.entity.ts`]: entity(names, fields),
  [`libs/${names.service}/src/${names.kebab}/${names.kebab}.handlers.ts`]: handlers(names),
  [`libs/${names.service}/src/migrations/${migration.file}.ts`]: table(names, fields, migration),
  ...examples(names, fields),
});

const lines = (fields, lineOf) => fields.map(lineOf).join('\n');

function contract({ path, service, camel, pascal, key, list, aNoun, nouns }, fields) {
  const decorators = [...new Set(['Flag', 'Id', 'ListOf', 'Name', 'OneOf', 'Text', 'When', ...decoratorsOf(fields)])];
  const counts = fields.some(({ shown }) => shown) ? ['COUNT'] : [];
  return `import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { ${[...counts, ...decorators.sort()].join(', ')} } from '../fields/fields.js';

class ${pascal}Key {
  @Id() ${key}!: number;
}
class ${pascal}Fields {
  ${lines(fields, ({ name, decorator, given, type }) => `@${decorator}(${given}) ${name}?: ${type};`)}
}
class ${pascal}Add extends ${pascal}Fields {
  @Name() name!: string;
}
class ${pascal}Edit extends ${pascal}Fields {
  @Id() ${key}!: number;
  @Name({ optional: true }) name?: string;
}
class ${pascal}Get extends RecordPageRequest {
  @Id({ optional: true }) ${key}?: number;
  @Text({ optional: true }) filter_name?: string;
  @When({ optional: true }) filter_date_modified?: string;
  @Flag({ optional: true }) filter_deleted?: boolean;
  @OneOf(['name', 'date_added', 'date_modified'], { optional: true }) sort?: 'name' | 'date_added' | 'date_modified';
}
export class ${pascal} extends ${pascal}Key {
  @Text() name!: string;
  ${lines(fields, ({ name, decorator, shown = '', type }) => `@${decorator}(${shown}) ${name}!: ${type};`)}
  @When() date_added!: string;
  @When() date_modified!: string;
  @Flag({ optional: true }) deleted?: boolean;
}
class ${pascal}Page extends Page {
  @ListOf(() => ${pascal}) ${list}!: ${pascal}[];
}

const additive = { additive: true };

export const ${camel} = resource(
  '${path}',
  '${service}',
  {
    add: once(${pascal}Add, ${pascal}Key, 'Adds ${aNoun}.', additive),
    edit: write(${pascal}Edit, ${pascal}Key, 'Changes ${aNoun}; absent fields stay as they are.', additive),
    delete: once(${pascal}Key, ${pascal}Key, 'Deletes ${aNoun}; filter_deleted still lists it.', additive),
    get: read(${pascal}Get, ${pascal}Page, 'Lists ${nouns}.', additive),
  },
  { concernsAll: true },
);

export const ${camel}Changed = fact('${path.replace('/', '.')}', ${pascal});
`;
}

const decoratorsOf = (fields) => fields.map(({ decorator }) => decorator);

function entity({ name, pascal, key }, fields) {
  const columns = new Set(fields.flatMap(({ column }) => /@(\w+Column)/.exec(column)?.[1] ?? []));
  return `import { ${[...columns, 'OwnedRow'].sort().join(', ')} } from '@stockbook/persistence';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('${name}')
export class ${pascal}Row extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) ${key}!: number;
  @Column('text') name!: string;
  ${lines(fields, ({ name, column, type }) => `${column} ${name}!: ${type};`)}
}
`;
}

function handlers({ name, kebab, camel, pascal, key, list }) {
  const records = list.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  return `import { type CallOf, ${camel}, ${pascal}, ${camel}Changed } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles, PlainRecords, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { text } from '../text.js';
import { ${pascal}Row } from './${kebab}.entity.js';

@Controller()
export class ${pascal}Handlers {
  private readonly ${records}: PlainRecords<${pascal}Row, '${key}', ${pascal}>;

  constructor(db: Db) {
    this.${records} = new PlainRecords(db, ${pascal}Row, '${key}', ${camel}Changed, showAs(${pascal}));
  }

  @Handles(${camel}.add)
  add(call: CallOf<typeof ${camel}.add>) {
    return this.${records}.add(call);
  }

  @Handles(${camel}.edit)
  edit(call: CallOf<typeof ${camel}.edit>) {
    return this.${records}.edit(call);
  }

  @Handles(${camel}.delete)
  delete(call: CallOf<typeof ${camel}.delete>) {
    return this.${records}.delete(call);
  }

  @Handles(${camel}.get)
  async get(call: CallOf<typeof ${camel}.get>) {
    const sorts = {
      name: text.sortedName('${name}.name'),
      date_added: '${name}.date_added',
      date_modified: '${name}.date_modified',
    };
    const { records, ...page } = await this.${records}.list(call, sorts);
    return { ...page, ${list}: records };
  }
}
`;
}

function table({ service, name, pascal, key, nouns }, fields, { stamp }) {
  return `import { RECORD_COLUMNS } from '@stockbook/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The table of ${nouns}. */
export class ${pascal}${stamp} implements MigrationInterface {
  readonly name = '${pascal}${stamp}';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      \`CREATE TABLE ${service}.${name} (
         \${RECORD_COLUMNS},
         ${key} bigserial NOT NULL,
         name text NOT NULL,
         ${fields.map(({ name, sql }) => `${name} ${sql},\n         `).join('')}PRIMARY KEY (account_id, ${key})
       )\`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ${service}.${name}');
  }
}
`;
}

function examples({ path, key, noun }, fields) {
  const values = Object.fromEntries(fields.map(({ name, sample }) => [name, sample(name)]));
  const bodies = {
    add: { name: `Second ${noun}`, ...values },
    edit: { [key]: 1, name: `Renamed ${noun}` },
    delete: { [key]: 1 },
    get: { filter_name: noun, sort: 'name', order: 'ASC' },
  };
  const files = Object.entries(bodies).map(([verb, body]) => [`docs/examples/${path}/${verb}.json`, body]);
  return Object.fromEntries(files.map(([file, body]) => [file, JSON.stringify(body)]));
}
