/** A small valid group for the documents. */
export const EXAMPLE_GROUP = {
  schema: 1,
  code: 'mule-signs',
  publicName: 'Review of the account',
  title: 'Signs of a mule account',
  members: [
    { scenario: 'pass-through', weightPercent: 100 },
    { scenario: 'velocity', weightPercent: 50 },
  ],
  alertAt: 60,
  holdAt: 100,
};
