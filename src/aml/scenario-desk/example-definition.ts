/** A small valid definition for the documents. */
export const EXAMPLE_DEFINITION = {
  schema: 1,
  code: 'evening-round-amounts',
  publicName: 'Review of the account',
  title: 'Round amounts at night',
  description: 'A round amount of at least ₦500,000 that leaves at night.',
  speed: 'lock',
  appliesTo: { directions: ['outflow'] },
  parameters: {
    minimumKobo: { type: 'kobo', title: 'Least amount', value: 50000000, minimum: 100, maximum: 1000000000000 },
  },
  conditions: [
    {
      name: 'round-at-night',
      when: 'movement.isNight && movement.isRoundAmount && movement.amountKobo >= parameter.minimumKobo',
      points: 60,
      words: 'A round amount of {movement.amountKobo} left at night.',
    },
  ],
  firesAt: 60,
  action: 'alert',
};

/** The shipped scenario of the examples with another figure. */
export const EXAMPLE_CHANGE = {
  schema: 1,
  code: 'pass-through',
  publicName: 'Review of the account',
  title: 'Pass-through of funds',
  description: 'Most of what came in within 24 hours has left again within 24 hours.',
  speed: 'lock',
  appliesTo: { directions: ['outflow'] },
  parameters: {
    inflowMinimumKobo: { type: 'kobo', title: 'Least inflow of 24 hours', value: 50000000, minimum: 100 },
    ratioPercent: { type: 'int', title: 'Outflow in percent of the inflow', value: 90, minimum: 1, maximum: 1000 },
  },
  conditions: [
    {
      name: 'inflow',
      when: 'window.inflowKobo24h >= parameter.inflowMinimumKobo',
      points: 30,
      words: '{window.inflowKobo24h} came in within 24 hours, at least {parameter.inflowMinimumKobo}.',
    },
    {
      name: 'ratio',
      when: 'window.outflowKobo24h * 100 >= window.inflowKobo24h * parameter.ratioPercent',
      points: 40,
      words: '{window.outflowKobo24h} left within 24 hours, at least {parameter.ratioPercent} % of what came in.',
    },
  ],
  firesAt: 70,
  action: 'alert',
};
