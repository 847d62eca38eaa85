import 'reflect-metadata';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { IsName } from '../text/name-rules';
import { IsCalendarDate } from '../time/is-calendar-date';
import { boundErrors, knownFields } from './body-bounds';
import { ValidationPipe } from './validation.pipe';

class Leg {
  @IsString()
  account!: string;
}

class Body {
  @IsString()
  name!: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => Leg)
  main?: Leg;

  @IsArray()
  @ArrayMaxSize(2)
  @ValidateNested({ each: true })
  @Type(() => Leg)
  legs!: Leg[];
}

class Texts {
  @IsString()
  @MaxLength(200)
  note!: string;

  @IsName(80)
  owner!: string;

  @IsCalendarDate()
  day!: string;
}

const manyKeys = (count: number): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));

describe('boundErrors', () => {
  it.each([
    { name: 'a body within its bounds', body: { name: 'A', legs: [{ account: 'B' }, {}] }, fields: [] },
    { name: 'a list that is too long', body: { name: 'A', legs: [{}, {}, {}] }, fields: ['legs'] },
    { name: 'up to twenty unknown keys, which are named with other errors', body: manyKeys(20), fields: [] },
    { name: 'unknown keys in a list', body: { legs: [{}, manyKeys(21)] }, count: 20 },
    { name: 'unknown keys in an object', body: { main: manyKeys(21), legs: [] }, count: 20 },
    { name: 'unknown keys', body: manyKeys(500), count: 20 },
  ])('names for $name', ({ body, fields, count }) => {
    const errors = boundErrors(Body, body, false);
    if (fields) expect(errors.map(({ field }) => field)).toEqual(fields);
    else expect(errors).toHaveLength(count);
  });

  it('does not look into a list that is too long', () => {
    const legs = Array.from({ length: 3 }, () => manyKeys(30));
    expect(boundErrors(Body, { legs }, false)).toEqual([
      { field: 'legs', message: 'must contain no more than 2 elements' },
    ]);
  });

  it.each([
    ['the length of the rule', { note: 'x'.repeat(1_001) }, 'note', 'must be shorter than or equal to 200 characters'],
    [
      'the length of a rule of our own',
      { owner: 'x'.repeat(1_001) },
      'owner',
      'must be shorter than or equal to 80 characters',
    ],
    ['no length where the rule has none', { day: '1'.repeat(1_001) }, 'day', 'is longer than any value of this field'],
  ])('names for a text that is far too long %s', (_, body, field, message) => {
    expect(boundErrors(Texts, body, false)).toEqual([{ field, message }]);
  });

  it('takes any number of unknown keys where they are ignored', () => {
    expect(boundErrors(Body, manyKeys(1_000), true)).toEqual([]);
    expect(knownFields(Body, { ...manyKeys(1_000), name: 'A' })).toEqual({ name: 'A' });
  });
});

describe('a body of a megabyte', () => {
  const pipe = new ValidationPipe();
  const transform = (body: object): { details: { errors: unknown[] } } => {
    try {
      pipe.transform(body, { type: 'body', metatype: Body });
    } catch (error) {
      return error as { details: { errors: unknown[] } };
    }
    throw new Error('The body was accepted.');
  };

  it.each([
    { name: '340,000 empty elements', body: { name: 'A', legs: Array.from({ length: 340_000 }, () => ({})) } },
    { name: '110,000 unknown keys', body: manyKeys(110_000) },
  ])('with $name is refused with at most twenty errors and little work', ({ body }) => {
    const costMs = (work: () => unknown): number => {
      const before = process.cpuUsage();
      work();
      return process.cpuUsage(before).user / 1_000;
    };
    const errors = transform(body).details.errors;
    expect(errors.length).toBeLessThanOrEqual(20);
    // On a slow machine the bound is the work of writing the body once.
    const writingMs = Math.min(...Array.from({ length: 3 }, () => costMs(() => JSON.stringify(body))));
    const refusingMs = Math.min(...Array.from({ length: 3 }, () => costMs(() => transform(body))));
    expect(refusingMs).toBeLessThan(Math.max(50, writingMs));
  });
});
