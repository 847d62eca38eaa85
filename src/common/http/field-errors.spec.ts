import 'reflect-metadata';
import { plainToInstance, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsInt,
  IsNotEmpty,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
  validateSync,
} from 'class-validator';
import { fieldErrors } from './field-errors';

class Leg {
  @IsString()
  @IsNotEmpty()
  @MaxLength(5)
  account!: string;
}

class Body {
  @IsString()
  @IsNotEmpty()
  @MaxLength(5)
  code!: string;

  @IsInt()
  @Min(1)
  @Max(9)
  id!: number;

  @IsArray()
  @ArrayMaxSize(2)
  @ValidateNested({ each: true })
  @Type(() => Leg)
  legs!: Leg[];

  @IsArray()
  @ArrayUnique()
  @IsInt({ each: true })
  ids!: number[];
}

const usable = { code: 'A', id: 1, legs: [{ account: 'B' }], ids: [1] };

function errorsOf(body: object): string[] {
  const errors = validateSync(plainToInstance(Body, body), { whitelist: true, forbidNonWhitelisted: true });
  return fieldErrors(errors).map(({ field, message }) => `${field} ${message}`);
}

describe('fieldErrors', () => {
  it.each<[string, object, string[]]>([
    ['nothing to say of usable ones', {}, []],
    ['an absent one is required, and nothing else', { code: undefined }, ['code is required']],
    ['null is no value', { id: null }, ['id must not be null']],
    ['the wrong kind hides the other rules', { id: 'x' }, ['id must be a whole number']],
    ['the right kind shows the rule that fails', { id: 10 }, ['id must not be greater than 9']],
    ['an element twice', { ids: [1, 1] }, ['ids must not have an element twice']],
    ['an empty text', { code: '' }, ['code must not be empty']],
    ['an object where a list belongs, not its fields', { legs: {} }, ['legs must be an array']],
    [
      'a list that is too long, and its rows',
      { legs: [{ account: 'B' }, { account: 1 }, {}] },
      ['legs must contain no more than 2 elements', 'legs[1].account must be a string', 'legs[2].account is required'],
    ],
    ['a value where an object belongs in a list', { legs: [1] }, ['legs[0] must be an object']],
    ['a value in a list', { ids: ['x'] }, ['ids each value must be a whole number']],
    ['no list', { ids: {} }, ['ids must be an array']],
    ['one that is not declared, even null', { other: null }, ['other is not a known field']],
    ['each field that is unusable', { code: 7, id: 0 }, ['code must be a string', 'id must not be less than 1']],
  ])('%s', (_, changes, expected) => {
    expect(errorsOf({ ...usable, ...changes })).toEqual(expected);
  });
});
