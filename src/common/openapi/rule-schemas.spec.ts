import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { IsNaira } from '../money/is-naira';
import { ruleSchemas } from './rule-schemas';

class Example {
  @IsNaira()
  amount!: number;

  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  fee?: number;

  @IsInt()
  @Min(1)
  @Max(200)
  pageSize!: number;

  @IsInt()
  @Min(1)
  recordId!: number;

  @IsIn([0, 1])
  basis!: number;

  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  @IsArray()
  @ArrayMaxSize(5)
  @Matches(/^\d{3}$/, { each: true })
  codes!: string[];

  @Matches(/^[a-c]+$/)
  @Matches(/b/)
  letters!: string;
}

describe('schemas from the rules of a class', () => {
  const schemas = ruleSchemas(Example);
  const own = (field: string): object => schemas.get(field)!.own;

  it('make an amount a double with its bounds, never a 32-bit float', () => {
    expect(own('amount')).toEqual({
      type: 'number',
      format: 'double',
      minimum: 0.01,
      maximum: 999_999_999_999.99,
      'x-max-decimals': 2,
    });
    expect(own('fee')).toMatchObject({ minimum: 0 });
    expect(schemas.get('fee')!.isOptional).toBe(true);
  });

  it('make whole numbers integers of the size of their bounds', () => {
    expect(own('pageSize')).toEqual({ type: 'integer', format: 'int32', minimum: 1, maximum: 200 });
    expect(own('recordId')).toEqual({ type: 'integer', format: 'int64', minimum: 1, maximum: 2 ** 53 - 1 });
    expect(own('basis')).toEqual({ type: 'integer', format: 'int32', enum: [0, 1] });
  });

  it('bound texts and the elements of lists', () => {
    expect(own('accountNumber')).toEqual({ type: 'string', minLength: 1, maxLength: 20 });
    expect(schemas.get('codes')).toMatchObject({
      own: { type: 'array', maxItems: 5 },
      elements: { type: 'string', pattern: '^\\d{3}$' },
    });
  });

  it('keep both of two patterns', () => {
    const { pattern, allOf } = own('letters') as { pattern: string; allOf: { pattern: string }[] };
    expect([pattern, ...allOf.map((part) => part.pattern)].sort()).toEqual(['^[a-c]+$', 'b']);
  });

  it('refuse a pattern with a flag, which a schema does not have', () => {
    class Careless {
      @Matches(/^pdf$/i)
      type!: string;
    }
    expect(() => ruleSchemas(Careless)).toThrow('flags');
  });
});
