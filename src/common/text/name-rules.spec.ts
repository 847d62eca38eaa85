import { validateSync } from 'class-validator';
import { IsName, IsNamePart } from '../../common/text/name-rules';

class NamedBody {
  @IsName(20)
  name: unknown = 'Ada';

  @IsNamePart(20)
  otherNames: unknown = '';
}

const accepts = (fields: object): boolean => validateSync(Object.assign(new NamedBody(), fields)).length === 0;
const isAccepted = (name: unknown): boolean => accepts({ name });

describe('a name', () => {
  it.each(['Adaeze', 'O’Neill-Bankọ́lé', 'عبد الله', '李', '3M', '😀', 'नेपाली\u200dभाषा', '😀'.repeat(20)])(
    'may be %s',
    (name) => expect(isAccepted(name)).toBe(true),
  );

  it.each([
    ['', 'nothing'],
    [' \u00a0', 'spaces'],
    ['\u200b', 'a space without width'],
    ['\u2060\u200d\ufeff', 'joiners'],
    ['\u3164\u115f', 'Hangul fillers'],
    ['\u2800', 'an empty Braille pattern'],
    ['\u00ad', 'a soft hyphen'],
    ['Ada\u0007', 'a control character'],
    ['Ada\nObi', 'two lines'],
    ['Ada\u2028Obi', 'a line separator'],
    ['Ada\u202eibO', 'a mark that reverses the rest'],
    ['\u2067Ada', 'an isolate'],
    ['x'.repeat(21), 'too long'],
    [7, 'a number'],
  ] as [unknown, string][])('may not be %j, %s', (name) => expect(isAccepted(name)).toBe(false));
});

describe('a part of a name', () => {
  it.each(['', ' ', 'Ngozi Ada', '\u200d'])('may be %j', (otherNames) => expect(accepts({ otherNames })).toBe(true));

  it.each(['Ada\u0007', 'Ada\nObi', 'Ada\u202eibO', 'x'.repeat(21), 7])('may not be %j', (otherNames) =>
    expect(accepts({ otherNames })).toBe(false),
  );
});
