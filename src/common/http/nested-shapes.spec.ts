import 'reflect-metadata';
import { plainToInstance, Type } from 'class-transformer';
import { IsArray, IsInt, IsOptional, ValidateNested, validateSync } from 'class-validator';
import { nestedShapeErrors } from './nested-shapes';

class Tier {
  @IsInt()
  rate!: number;
}

class Terms {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Tier)
  tiers!: Tier[];

  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Tier)
  more?: Tier[] | null;
}

class Body {
  @IsOptional()
  @ValidateNested()
  @Type(() => Terms)
  terms?: Terms;
}

const errorsIn = (body: object): string[] => {
  const instance = plainToInstance(Body, body);
  // These bodies pass class-validator, so only the check under test can refuse them.
  expect(validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true })).toEqual(
    [],
  );
  return nestedShapeErrors(instance).map(({ field, message }) => `${field} ${message}`);
};

describe('nested fields', () => {
  it.each([
    [{}],
    [{ terms: null }],
    [{ terms: { tiers: [] } }],
    [{ terms: { tiers: [{ rate: 1 }] } }],
    [{ terms: { tiers: [], more: [{ rate: 1 }] } }],
    [{ terms: { tiers: [], more: null } }],
  ])('accept %j', (body) => {
    expect(errorsIn(body)).toEqual([]);
  });

  it.each([
    [{ terms: [] }, 'terms must be an object'],
    [{ terms: [{ tiers: [] }] }, 'terms must be an object'],
    [{ terms: { tiers: [[]] } }, 'terms.tiers[0] must be an object'],
    [{ terms: { tiers: [], more: [[]] } }, 'terms.more[0] must be an object'],
    [{ terms: { tiers: [{ rate: 1 }, [{ rate: 1 }]] } }, 'terms.tiers[1] must be an object'],
  ])('refuse %j with %s', (body, error) => {
    expect(errorsIn(body)).toEqual([error]);
  });
});
