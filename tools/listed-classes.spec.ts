import { definitions } from '@stockbook/standalone';
import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const libs = fileURLToPath(new URL('../libs', import.meta.url));
const files = readdirSync(libs, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^\w+\/src\/.*(?<!\.spec|\.fixture)\.ts$/.test(file))
  .map((file) => ({ file, owner: file.split('/')[0]!, text: readFileSync(join(libs, file), 'utf8') }));

/** Returns the classes of a text with a method that a decorator marks, in both cases below the line of the class. */
function markedClasses(text: string): string[] {
  const parts = text.split(/^(?:export )?(?:abstract )?class (?=\w)/m).slice(1);
  return parts
    .filter((part) => /^ +@(?:Consumes|ConsumesFacts|Handles)\(/m.test(part))
    .map((part) => /^\w+/.exec(part)![0]);
}

const marked = files.flatMap(({ owner, text }) => markedClasses(text).map((name) => ({ owner, name })));

test('finds consumers and handlers by their decorators', () => {
  const names = marked.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['AuditLog', 'FanOut', 'ClosedLocations', 'OrderHandlers']));
});

/** Returns the names of the classes that modules list, and the modules that these import. */
const classesOf = (modules: readonly object[]): string[] =>
  modules.flatMap((module) => {
    const listed = (key: string): (object & { name?: string })[] => Reflect.getMetadata(key, module) ?? [];
    const names = [...listed('controllers'), ...listed('providers')].flatMap(({ name }) => name ?? []);
    return [...names, ...classesOf(listed('imports'))];
  });

const constructed = new Map(Object.entries(definitions).map(([owner, { modules }]) => [owner, classesOf(modules)]));

// Nest would never construct the class: its events would be skipped without an error.
test.each(marked)('$owner: $name is listed by a module of the service', ({ owner, name }) => {
  expect(constructed.get(owner)).toContain(name);
});
