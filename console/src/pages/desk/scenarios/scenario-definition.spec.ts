import { conditionWords, type Definition, figuresForm, figuresOf, withFigures } from './scenario-definition';

const DEFINITION = {
  code: 'pass-through',
  parameters: {
    minimumKobo: { type: 'kobo', title: 'Least inflow', value: 50_000_000, minimum: 100, maximum: 1_000_000_000_000 },
    ratioPercent: { type: 'int', title: 'Outflow in percent', value: 90, minimum: 1, maximum: 1_000 },
    places: { type: 'strings', title: 'Places', value: ['Lagos', 'Kano'] },
  },
  conditions: [{ name: 'inflow', when: 'true', points: 30, words: 'Much came in.' }],
  firesAt: 70,
  action: 'alert',
} satisfies Definition & { code: string };

describe('the figures of a scenario', () => {
  it('are entered in Naira within bounds in Naira, where the definition keeps kobo', () => {
    const form = figuresForm(DEFINITION, 'lock');
    expect(form['parameter-minimumKobo']).toStrictEqual({
      k: 'naira',
      r: 1,
      t: 'Least inflow',
      min: 1,
      max: 10_000_000_000,
    });
    expect(figuresOf(DEFINITION)['parameter-minimumKobo']).toBe(500_000);
  });

  it('offer no action that stops a movement to a scenario that decides behind it', () => {
    expect(figuresForm(DEFINITION, 'behind').action!.o).not.toContain('hold');
    expect(figuresForm(DEFINITION, 'lock').action!.o).toContain('hold');
  });

  it('change the definition and nothing else of it', () => {
    const changed = withFigures(DEFINITION, { ...figuresOf(DEFINITION), 'parameter-minimumKobo': 0.29, firesAt: 60 });
    expect(changed).toStrictEqual({
      ...DEFINITION,
      parameters: { ...DEFINITION.parameters, minimumKobo: { ...DEFINITION.parameters.minimumKobo, value: 29 } },
      firesAt: 60,
    });
  });

  it('are the same definition when nothing was changed', () => {
    expect(withFigures(DEFINITION, figuresOf(DEFINITION))).toStrictEqual(DEFINITION);
  });

  it('empty a list of texts that was emptied', () => {
    const { 'parameter-places': _, ...values } = figuresOf(DEFINITION);
    expect(withFigures(DEFINITION, values).parameters.places.value).toStrictEqual([]);
  });
});

describe('the words of a condition', () => {
  it.each([
    [
      '{window.inflowKobo24h} came in, at least {parameter.minimumKobo}.',
      '[Inflow 24h] came in, at least ₦500,000.00.',
    ],
    ['At least {parameter.ratioPercent} % within {parameter.places}.', 'At least 90 % within Lagos, Kano.'],
    ['{movement.amountKobo} of {parameter.none}', '[Amount] of [None]'],
  ])('%s are shown as %s', (words, shown) => {
    expect(conditionWords(words, DEFINITION.parameters)).toBe(shown);
  });
});
