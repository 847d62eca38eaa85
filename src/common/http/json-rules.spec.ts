import 'reflect-metadata';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsNumber, IsObject, IsString, ValidateNested } from 'class-validator';
import { IgnoreUnknownFields } from './ignore-unknown-fields.decorator';
import { jsonRulesOf } from './json-rules';

class Leg {
  @IsString()
  account!: string;

  @IsNumber()
  amount!: number;
}

class Body {
  @IsNumber()
  amount!: number;

  @ValidateNested({ each: true })
  @ArrayMaxSize(500)
  @Type(() => Leg)
  legs!: Leg[];

  @ArrayMaxSize(10)
  @IsString({ each: true })
  codes!: string[];
}

class Wide {
  @ValidateNested({ each: true })
  @ArrayMaxSize(500)
  @Type(() => Body)
  bodies!: Body[];
}

class WithAnyJson {
  @IsObject()
  extra!: object;

  @IsNumber()
  amount!: number;
}

@IgnoreUnknownFields()
class Callback {
  @IsNumber()
  amount!: number;
}

describe('jsonRulesOf', () => {
  it('allows what the fields can have, and some unknown ones', () => {
    const legs = 1 + 500 * (1 + 3);
    expect(jsonRulesOf(Body)).toMatchObject({ valuesMax: 4 + legs + 11 + 1_000, depthMax: 3 + 8 });
    expect(jsonRulesOf(Callback)).toMatchObject({ valuesMax: 2 + 1_000, keysMax: 1 + 1_000, depthMax: 1 + 8 });
  });

  it('never allows more than 10,000 keys and elements', () => {
    expect(jsonRulesOf(Wide).valuesMax).toBe(10_000);
  });

  it('allows any JSON of 64 KB where a field takes it', () => {
    expect(jsonRulesOf(WithAnyJson)).toMatchObject({
      valuesMax: 3 + 1_000 + 32_768,
      keysMax: 32_768,
      depthMax: 33 + 8,
    });
  });

  it.each<[string, new () => object, (string | number)[], boolean]>([
    ['a declared field', Body, ['amount'], true],
    ['a field of a listed object', Body, ['legs', 3, 'amount'], true],
    ['a field of any JSON', WithAnyJson, ['extra', 'amount'], false],
    ['a field beside any JSON', WithAnyJson, ['amount'], true],
    ['a field that a callback drops', Callback, ['fee'], false],
    ['a field of a callback', Callback, ['amount'], true],
  ])('tells whether a number is read: %s', (_, type, path, isRead) => {
    expect(jsonRulesOf(type).isRead(path)).toBe(isRead);
  });
});
