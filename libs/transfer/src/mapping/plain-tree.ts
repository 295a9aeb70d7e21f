import { type Class, fieldsOf } from '@stockbook/contracts';
import type { Resource } from '../resources.js';
import type { LineFault } from './line-fault.js';
import { referenceIn } from './targets.js';
import { isTree, listIn, type Tree } from './tree.js';

/** Leaves out what records show and requests do not take, so that an exported record can be imported as it is. */
export function plainTree(resource: Resource, tree: Tree, faults: LineFault[]): Tree {
  return plain(resource, resource.add.request, resource.shown, tree, '', faults);
}

function plain(
  resource: Resource,
  type: Class,
  shown: Class | undefined,
  tree: Tree,
  parent: string,
  faults: LineFault[],
): Tree {
  const kept: Tree = {};
  const [fields, shownFields] = [fieldsOf(type), shown ? fieldsOf(shown) : {}];
  for (const [name, value] of Object.entries(tree)) {
    const spec = fields[name];
    const inner = shownFields[resource.shownAs[name] ?? name];
    if (spec?.list && spec.of) {
      const [of, shownOf] = [spec.of(), inner?.of?.()];
      kept[name] = listIn(value).map((each, i) =>
        isTree(each) ? plain(resource, of, shownOf, each, `${parent}${name}[${i}].`, faults) : each,
      );
    } else if (spec || (referenceIn(resource.path, name) && fields[name.split('.')[0]!])) kept[name] = value;
    else if (!inner && !isOwnName(resource, name))
      faults.push({
        code: 'unknown_field',
        field: parent + name,
        message: `${resource.path} has no field ${parent}${name}.`,
      });
  }
  return kept;
}

/** Names that an export gives to lists. */
const isOwnName = ({ shownAs }: Resource, name: string): boolean => Object.values(shownAs).includes(name);
