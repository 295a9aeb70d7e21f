import {
  CommaIds,
  Day,
  Flag,
  Id,
  Ids,
  Int,
  Json,
  ListOf,
  Measure,
  Money,
  One,
  OneOf,
  Quantity,
  Rate,
  Text,
  When,
} from './fields.js';

class Line {
  @Text() name!: string;
}
class Other {
  @Text() code!: string;
}

/** The compiler complains about each of these, as `npm run typecheck` expects. */
export class Mismatches {
  // @ts-expect-error -- a text is a string
  @Text() text!: number;
  // @ts-expect-error -- a required field has no ?
  @Text() textRequired?: string;
  // @ts-expect-error -- an optional field has a ?
  @Text({ optional: true }) textOptional!: string;
  // @ts-expect-error -- the same when other options stand beside it
  @Text({ optional: true, min: 1, max: 9, cost: true, doc: 'A text.' }) textWithMore!: string;
  // @ts-expect-error -- an absent field is left out, and never null
  @Text() textOrNull!: string | null;
  // @ts-expect-error -- an option that texts do not have
  @Text({ bound: 'end' }) textBound!: string;
  // @ts-expect-error -- an integer is a number
  @Int() int!: string;
  // @ts-expect-error -- an integer is no bigint
  @Int() intBig!: bigint;
  // @ts-expect-error -- an integer is no narrower type
  @Int() intOne!: 0 | 1;
  // @ts-expect-error -- an id is a number
  @Id() id!: string;
  // @ts-expect-error -- an optional id has a ?
  @Id({ optional: true }) idOptional!: number;
  // @ts-expect-error -- a quantity is a number
  @Quantity() quantity!: boolean;
  // @ts-expect-error -- an optional quantity has a ?
  @Quantity({ optional: true }) quantityOptional!: number;
  // @ts-expect-error -- a measure is a number
  @Measure() measure!: string;
  // @ts-expect-error -- money is a number
  @Money() money!: string;
  // @ts-expect-error -- a cost field is optional where it says so
  @Money({ cost: true, optional: true }) moneyOptional!: number;
  // @ts-expect-error -- a rate is a number
  @Rate() rate!: string;
  // @ts-expect-error -- a flag is true or false
  @Flag() flag!: number;
  // @ts-expect-error -- a flag may be either
  @Flag() flagTrue!: true;
  // @ts-expect-error -- a point in time is a string
  @When() when!: Date;
  // @ts-expect-error -- a bound is 'start' or 'end'
  @When({ bound: 'middle' }) whenBound!: string;
  // @ts-expect-error -- a day is a string
  @Day() day!: Date;
  // @ts-expect-error -- a word that is not listed
  @OneOf(['ASC', 'DESC']) oneOfMore!: 'ASC' | 'DESC' | 'UP';
  // @ts-expect-error -- a listed word is missing
  @OneOf(['ASC', 'DESC']) oneOfLess!: 'ASC';
  // @ts-expect-error -- any string is too much
  @OneOf(['ASC', 'DESC']) oneOfAny!: string;
  // @ts-expect-error -- a required word has no ?
  @OneOf(['ASC', 'DESC']) oneOfRequired?: 'ASC' | 'DESC';
  // @ts-expect-error -- ids with commas are one string
  @CommaIds() commaIds!: number[];
  // @ts-expect-error -- ids are numbers
  @Ids() ids!: string[];
  // @ts-expect-error -- ids are a list
  @Ids() idsOne!: number;
  // @ts-expect-error -- a list of another class
  @ListOf(() => Line) listOther!: Other[];
  // @ts-expect-error -- a list is no single object
  @ListOf(() => Line) listOne!: Line;
  // @ts-expect-error -- a required list has no ?
  @ListOf(() => Line) listRequired?: Line[];
  // @ts-expect-error -- an object of another class
  @One(() => Line) oneOther!: Other;
  // @ts-expect-error -- an object is no list
  @One(() => Line) oneList!: Line[];
  // @ts-expect-error -- an optional object has a ?
  @One(() => Line, { optional: true }) oneOptional!: Line;
  // @ts-expect-error -- free content is an object
  @Json() json!: string;
  // @ts-expect-error -- free content has values of unknown type
  @Json() jsonNumbers!: Record<string, number>;
}
