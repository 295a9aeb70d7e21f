import { getMetadataStorage, type ValidationArguments, ValidationTypes } from 'class-validator';
import { type Class, fieldEntriesOf, fieldsOf, isObject } from './field.js';

type Judge = (value: unknown) => boolean;

interface CompiledField {
  readonly name: string;
  /** Tells whether the rules apply to a value; they do not to an optional field that is absent. */
  readonly isJudged: (input: object, value: unknown) => boolean;
  /** The field's own rules, apart from those of its objects' fields. */
  readonly keepsRules: Judge;
  readonly of: (() => Class) | undefined;
}

const compiled = new WeakMap<Class, ReadonlyMap<string, CompiledField>>();

/** class-validator reads the metadata of a class for every object; here they are read once. */
export function isSound(type: Class, input: object): boolean {
  const given = input as Record<string, unknown>;
  for (const { name, isJudged, keepsRules, of } of compiledFields(type).values()) {
    const value = given[name];
    if (!isJudged(input, value)) continue;
    if (!keepsRules(value)) return false;
    if (of && ![value].flat().every((part) => isObject(part) && isSound(of(), part))) return false;
  }
  return true;
}

/** Tells whether a value keeps the rules of a field, apart from those of its objects' fields. */
export const keepsRules = (type: Class, name: string, value: unknown): boolean =>
  compiledFields(type).get(name)?.keepsRules(value) ?? false;

function compiledFields(type: Class): ReadonlyMap<string, CompiledField> {
  const known = compiled.get(type);
  if (known) return known;
  const storage = getMetadataStorage();
  const metadatas = storage.getTargetValidationMetadatas(type, '', false, false);
  refusePassedOver(type, metadatas);
  const byField = storage.groupByPropertyName(metadatas);
  const fields = fieldEntriesOf(type).map(([name, { of }]): [string, CompiledField] => {
    const all = byField[name] ?? [];
    const conditions = all.filter((metadata) => metadata.type === ValidationTypes.CONDITIONAL_VALIDATION);
    const judges = all.filter((metadata) => metadata.type === ValidationTypes.CUSTOM_VALIDATION).map(judgeOf);
    return [
      name,
      {
        name,
        isJudged: conditions[0]?.constraints[0] ?? (() => true),
        keepsRules: judges.reduce((all, judge) => (value) => all(value) && judge(value)),
        of,
      },
    ];
  });
  const found = new Map(fields);
  compiled.set(type, found);
  return found;
}

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** Rules of a property that is no field, and of objects in a field without a class, would judge nothing. */
function refusePassedOver(type: Class, metadatas: readonly Metadata[]): void {
  const fields = fieldsOf(type);
  const { NESTED_VALIDATION } = ValidationTypes;
  const passedOver = metadatas.find(({ propertyName, type: kind }) => {
    const field = fields[propertyName];
    return !field || (kind === NESTED_VALIDATION && !field.of);
  });
  if (passedOver) throw new Error(`${type.name}.${passedOver.propertyName} needs a decorator of fields.ts.`);
}

/** The rules of fields look at their value alone, so the arguments about its object are left out. */
function judgeOf({ constraintCls, constraints, each }: Metadata): Judge {
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(constraintCls);
  if (!constraint) throw new Error(`class-validator does not know ${constraintCls}.`);
  const { instance } = constraint;
  const given = { constraints } as ValidationArguments;
  const judge: Judge = (value) => instance.validate(value, given) === true;
  return each ? (value) => (Array.isArray(value) ? value.every(judge) : judge(value)) : judge;
}
