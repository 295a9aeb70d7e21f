import { type Class, fieldsOf, type FieldSpec } from '../fields/fields.js';

/** A JSON Schema of draft 2020-12, or another plain part of a document. */
export type Schema = Readonly<Record<string, unknown>>;

export const component = (kind: string, name: string | number): Schema => ({ $ref: `#/components/${kind}/${name}` });

/** Collects the schemas of a document: each class stands under its own name, with all classes that its fields hold. */
export class Schemas {
  private readonly classes = new Map<string, Class>();
  private readonly schemas: Map<string, Schema>;

  /** `others` are the schemas that no class declares. */
  constructor(
    others: Readonly<Record<string, Schema>> = {},
    private readonly onlyInRequests: ReadonlySet<Class> = new Set(),
  ) {
    this.schemas = new Map(Object.entries(others));
  }

  /** Refers to the schema of a class; throws when something else has its name. */
  refTo(type: Class): Schema {
    const { name } = type;
    if (this.classes.get(name) !== type) {
      if (this.schemas.has(name)) throw new Error(`Two schemas are named ${name}.`);
      this.classes.set(name, type);
      // The name is taken before the fields are read, because these may hold the class itself.
      this.schemas.set(name, {});
      this.schemas.set(name, this.schemaOf(type));
    }
    return component('schemas', name);
  }

  /** Returns all schemas in the order of their names. */
  all(): Readonly<Record<string, Schema>> {
    return Object.fromEntries([...this.schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  private schemaOf(type: Class): Schema {
    const fields = Object.entries(fieldsOf(type));
    const required = fields.filter(([, { optional }]) => !optional).map(([name]) => name);
    const properties = Object.fromEntries(fields.map(([name, spec]) => [name, this.propertyOf(type, spec)]));
    return { type: 'object', properties, ...(required.length && { required }) };
  }

  private propertyOf(type: Class, { schema, inRequests, of, list, cost, doc }: FieldSpec): Schema {
    const held = of && this.refTo(of());
    const own = { ...schema, ...(this.onlyInRequests.has(type) && inRequests) };
    const shape = !held ? own : list ? { ...schema, items: held } : held;
    const description = [schema['description'], doc, cost && 'Only with the permission to view cost.']
      .filter(Boolean)
      .join(' ');
    return { ...shape, ...(description && { description }) };
  }
}

/** Returns these classes, and those of the objects that they hold. */
export function classesWithin(types: Iterable<Class>): Set<Class> {
  // The loop over a set also visits classes that are added meanwhile.
  const found = new Set(types);
  for (const type of found) for (const { of } of Object.values(fieldsOf(type))) if (of) found.add(of());
  return found;
}
