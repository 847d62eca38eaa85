import { type GivenParty, matchGiven } from './given-party';
import { MATCH_THRESHOLD, type NameMatch } from './match-names';
import { answerLine } from './name-match.cli';

const person = (name: string, facts: Partial<GivenParty> = {}): GivenParty => ({ name, type: 'person', ...facts });
const match = (a: string, b: string, factsA = {}, factsB = {}): NameMatch =>
  matchGiven(person(a, factsA), person(b, factsB));

describe('matching of names', () => {
  it('has one threshold, which the answer applies', () => {
    expect(MATCH_THRESHOLD).toBe(0.8);
    const { score, match: isMatch } = match('Musa Ibrahim Bello', 'Bello Musa');
    expect(isMatch).toBe(score >= MATCH_THRESHOLD);
  });

  it.each([
    ['Chidi', 'Chukwudi'],
    ['Damilola', 'Damilare'],
    ['Ayodeji', 'Ayodele'],
    ['Olumide', 'Olamide'],
    ['Sani', 'Sanusi'],
    ['Aminu', 'Amina'],
    ['Hassan', 'Hussaini'],
    ['Taiwo', 'Kehinde'],
    ['Hasan', 'Husseini'],
  ])('never takes %s for %s, not even with family name and birth date in common', (a, b) => {
    const birth = { birthDate: '1990-06-01', country: 'NG' };
    expect(match(`${a} Balogun`, `${b} Balogun`, birth, birth).match).toBe(false);
    expect(match(`${a} Ola Balogun`, `${b} Ola Balogun`, birth, birth).match).toBe(false);
  });

  it.each([
    ['Alhassan', 'Alhussain'],
    ['Babatunde', 'Babatunji'],
    ['Olubunmi', 'Olufunmi'],
    ['Oluwatobi', 'Oluwatomi'],
    ['Emmanuel', 'Emmanuella'],
    ['Efosa', 'Esosa'],
  ])('takes %s and %s for two names', (a, b) => {
    const birth = { birthDate: '1990-06-01' };
    expect(match(`${a} Balogun`, `${b} Balogun`, birth, birth).match).toBe(false);
  });

  it.each([
    ['Olushola', 'Sola'],
    ['Oghenetejiri', 'Tejiri'],
    ['Olanrewaju', 'Lanre'],
    ['Abosede', 'Bose'],
    ['Obiageli', 'Oby'],
    ['Nnaemeka', 'Emeka'],
    ['Latifu', 'Lateef'],
  ])('takes %s and %s for forms of one name', (long, short) => {
    expect(match(`${long} Balogun`, `Balogun ${short}`).match).toBe(true);
  });

  it.each(['Eze', 'Obi', 'Igwe', 'Mba', 'Imam', 'Galadima', 'Bishop'])(
    'reads %s after other names as a name',
    (family) => {
      expect(match(`Ngozi Ada ${family}`, 'Ngozi Ada Umeh').match).toBe(false);
      expect(match(`Ngozi Ada ${family}`, `${family} Ngozi Ada`).match).toBe(true);
    },
  );

  it.each(['Imam', 'Galadima', 'Bishop', 'Oba', 'Marshal'])('reads %s before other names as a title', (title) => {
    expect(match(`${title} Kumashe Nongo`, 'Kumashe Iveren Nongo').match).toBe(true);
  });

  it.each(['High Chief', 'Rt. Rev.', 'AVM', 'Justice', 'Mazi'])('reads %s as a title', (title) => {
    expect(match(`${title} Kumashe Nongo`, 'Kumashe Iveren Nongo').match).toBe(true);
  });

  it('leaves out what nobody sees in a name', () => {
    expect(match('Kuma\u00adshe\u200f Non\u200bgo', 'Kumashe Nongo').score).toBe(1);
  });

  it('leaves the number of registration out of the name of a company', () => {
    const company = (name: string): GivenParty => ({ name, type: 'company' });
    const registered = company('Faleti Integrated Services Limited (RC 123456)');
    expect(matchGiven(registered, company('Faleti Integrated Services Ltd')).score).toBe(1);
    expect(matchGiven(registered, company('Faleti Integrated Services Ltd, RC No. 123456')).score).toBe(1);
  });

  it('does not take Akinola for Akintola', () => {
    expect(match('Tunde Akinola', 'Tunde Akintola').match).toBe(false);
  });

  it('says which words stand for each other', () => {
    const { reasons } = match('Seun Bello', 'BELLO, Oluwaseun Musa');
    expect(reasons).toEqual([
      '“seun” and “oluwaseun” are long and short forms of one name.',
      '“bello” is in both names.',
      'Only the second name has “musa”.',
    ]);
  });

  it('takes another birth date as proof against a common name, and another BVN against any', () => {
    expect(match('Musa Ibrahim', 'Musa Ibrahim', { birthDate: '1980-05-12' }, { birthDate: '1991-02-03' }).match).toBe(
      false,
    );
    expect(match('Musa Ibrahim', 'Musa Ibrahim', { bvn: '22200000001' }, { bvn: '22200000002' }).score).toBe(0.3);
    expect(match('Ngozi Eze', 'Blessing Okafor', { nin: '11100000001' }, { nin: '11100000001' }).match).toBe(true);
  });

  it('never matches by a weak alias alone, but by an equal one together with the birth date', () => {
    const listed = (facts = {}): GivenParty =>
      person('Suleiman Gambo Zarma', { aliases: [{ name: 'Baba Tiger', weak: true }], ...facts });
    expect(matchGiven(person('Baba Tiger'), listed()).match).toBe(false);
    const birth = { birthDate: '1970-01-02' };
    expect(matchGiven(person('Baba Tiger', birth), listed(birth)).match).toBe(true);
    expect(matchGiven(person('Baba Tigre', birth), listed(birth)).match).toBe(false);
    expect(matchGiven(person('Baba Tiger'), { ...listed(), aliases: ['Baba Tiger'] }).match).toBe(true);
  });

  it('never takes a person for a company of the same name', () => {
    expect(matchGiven({ name: 'Musa Bello', type: 'person' }, { name: 'Musa Bello', type: 'company' }).match).toBe(
      false,
    );
  });

  it.each(['company', 'vessel'])('takes words that every object answers to for words, of a %s', (type) => {
    const named = (name: string): GivenParty => ({ name, type });
    expect(matchGiven(named('Constructor'), named('CONSTRUCTOR')).match).toBe(true);
    expect(matchGiven(named('Constructor Star'), named('Valueof Star')).match).toBe(false);
  });

  it('reads a name with unseen signs of direction as it is seen', () => {
    expect(matchGiven(person('Mu\u202es\u2066a Ibrahim'), person('Musa Ibrahim')).score).toBe(1);
  });

  it('reads a name of any length in bounded time', () => {
    const long = Array.from({ length: 50_000 }, (_, at) => `name${at}`).join(' ');
    const startedAt = performance.now();
    matchGiven(person(long), person(`${long} x`));
    expect(performance.now() - startedAt).toBeLessThan(200);
  });
});

describe('lines of name:match', () => {
  it('answer score, match and reasons', () => {
    const line = JSON.stringify({ a: { name: 'Musa Ibrahim' }, b: { name: 'Ibrahim Musa', aliases: ['Musa'] } });
    expect(answerLine(line)).toEqual({ score: expect.any(Number), match: true, reasons: expect.any(Array) });
  });

  it.each([
    ['{"a": ', /not JSON/],
    ['null', /"a" is missing/],
    ['{"a": {"name": "x"}}', /"b" is missing/],
    ['{"a": {"name": " "}, "b": {"name": "y"}}', /"a.name"/],
    ['{"a": {"name": "x"}, "b": {"name": "y", "aliases": "z"}}', /"b.aliases"/],
  ])('refuse %s with the reason', (line, reason) => {
    expect(answerLine(line)).toEqual({ error: expect.stringMatching(reason) });
  });
});
