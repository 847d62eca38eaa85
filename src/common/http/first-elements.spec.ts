import 'reflect-metadata';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsInt, ValidateNested } from 'class-validator';
import { withFirstElements } from './first-elements';

class Leg {
  @IsInt()
  amount!: number;
}

class Part {
  @ValidateNested({ each: true })
  @ArrayMaxSize(100)
  @Type(() => Leg)
  legs!: Leg[];
}

class Body {
  @IsInt()
  id!: number;

  @ValidateNested({ each: true })
  @ArrayMaxSize(100)
  @Type(() => Part)
  parts!: Part[];

  @ValidateNested()
  @Type(() => Part)
  main!: Part;
}

const legs = (count: number): Leg[] =>
  Array.from({ length: count }, (_, amount) => Object.assign(new Leg(), { amount }));
const part = (count: number): Part => Object.assign(new Part(), { legs: legs(count) });

describe('withFirstElements', () => {
  it('keeps an object whose lists are short', () => {
    const body = Object.assign(new Body(), { id: 1, parts: [part(20), part(0)], main: part(3) });
    expect(withFirstElements(body)).toBe(body);
  });

  it('cuts the lists of objects at every level and leaves the object as it is', () => {
    const body = Object.assign(new Body(), { id: 1, parts: [part(30), ...Array.from({ length: 40 }, () => part(2))] });
    body.main = part(21);
    const cut = withFirstElements(body);
    expect(cut).toBeInstanceOf(Body);
    expect([cut.id, cut.parts.length, cut.parts[0]!.legs.length, cut.main.legs.length]).toEqual([1, 20, 20, 20]);
    expect(cut.parts[0]).toBeInstanceOf(Part);
    expect(cut.parts[1]).toBe(body.parts[1]);
    expect([body.parts.length, body.parts[0]!.legs.length, body.main.legs.length]).toEqual([41, 30, 21]);
  });

  it('leaves values alone that are no objects or lists', () => {
    const body = Object.assign(new Body(), { id: 1, parts: 'x', main: null });
    expect(withFirstElements(body as unknown as Body)).toBe(body);
  });
});
