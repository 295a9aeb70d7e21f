import ts from 'typescript';
import resource from './generator.mjs';
import { root, WrittenFiles } from './written-files.fixture.js';

/** Returns the type errors of the written files, as `libs/inventory/src/definition.ts: ...`. */
function typeErrors({ written }: WrittenFiles): string[] {
  const { config } = ts.readConfigFile(`${root}/tsconfig.base.json`, ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  const writtenAt = (path: string) => written.get(path.replace(`${root}/`, ''));
  const overlay: ts.CompilerHost = {
    ...host,
    // TypeScript asks for no file of a folder that is missing on the disk.
    directoryExists: () => true,
    fileExists: (path) => writtenAt(path) !== undefined || fileExists(path),
    readFile: (path) => writtenAt(path) ?? readFile(path),
    getSourceFile: (path, language, ...others) => {
      const text = writtenAt(path);
      return text === undefined ? getSourceFile(path, language, ...others) : ts.createSourceFile(path, text, language);
    },
  };
  const files = [...written.keys()].filter((file) => file.endsWith('.ts'));
  const program = ts.createProgram({ rootNames: files.map((file) => `${root}/${file}`), options, host: overlay });
  return files.flatMap((file) => {
    const source = program.getSourceFile(`${root}/${file}`);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  });
}

test('resources of each group, with fields of each type, compile', async () => {
  const files = new WrittenFiles();
  await resource(files, { path: 'inventory/unit', fields: 'symbol:text,pieces:int,price:money,active:flag' });
  await resource(files, { path: 'inventory/shelf', plural: 'shelves' });
  await resource(files, { path: 'sale/price_list', fields: 'valid:flag' });
  await resource(files, { path: 'setting/tax_class', fields: 'note' });
  await resource(files, { path: 'integration/carrier', fields: 'price:money', module: 'channel/channel' });
  expect(typeErrors(files)).toEqual([]);
});

test('a resource has files of its own, and is listed where every resource is', async () => {
  const files = new WrittenFiles();
  await resource(files, { path: 'setting/tax_class', fields: 'note' });
  expect([...files.written.keys()].map((file) => file.replace(/\d{4}-/, 'NNNN-')).sort()).toEqual([
    ...['add', 'delete', 'edit', 'get'].map((verb) => `docs/examples/setting/tax_class/${verb}.json`),
    'libs/contracts/src/documents/openapi-tags.ts',
    'libs/contracts/src/index.ts',
    'libs/contracts/src/setting/tax-class.ts',
    'libs/contracts/src/tree.ts',
    'libs/settings/src/definition.ts',
    'libs/settings/src/migrations/NNNN-tax-class.ts',
    'libs/settings/src/reference.module.ts',
    'libs/settings/src/tax-class/tax-class.entity.ts',
    'libs/settings/src/tax-class/tax-class.handlers.ts',
    'libs/standalone/src/demo/demo-others.ts',
  ]);
  expect(files.read('libs/contracts/src/tree.ts')).toContain('tax_class: taxClass,');
  expect(files.read('libs/contracts/src/setting/tax-class.ts')).toContain('tax_classes!: TaxClass[]');
});

test('migrations of one service have numbers in a row', async () => {
  const files = new WrittenFiles();
  await resource(files, { path: 'inventory/unit' });
  await resource(files, { path: 'inventory/shelf' });
  const numbers = files.children('libs/inventory/src/migrations').map((file) => Number.parseInt(file, 10));
  const [last, next] = numbers.filter(Number.isInteger).slice(-2);
  expect(next).toBe(last! + 1);
});

test.each([
  [{ path: 'unit' }, 'unit is no group and name'],
  [{ path: 'warehouse/unit' }, 'The groups are integration, inventory, sale, setting.'],
  [{ path: 'inventory/brand' }, 'libs/contracts/src/inventory/brand.ts is there already.'],
  [{ path: 'inventory/unit', fields: 'size:float' }, 'size:float: the types are text, int, money, flag.'],
  [{ path: 'inventory/unit', fields: 'name:text' }, 'name: every resource has it, leave it out.'],
  [{ path: 'inventory/unit', fields: 'Size' }, 'Size is no name in snake_case.'],
])('refuses %j', async (options, reason) => {
  const files = new WrittenFiles();
  await expect(resource(files, options)).rejects.toThrow(reason);
  expect(files.written.size).toBe(0);
});
