import { bodyOf, startingInputs } from './simulation-inputs';

describe('the inputs of a simulation', () => {
  const inputs = startingInputs('2026-11-27');

  it('leave out what was not entered', () => {
    expect(bodyOf(inputs)).toStrictEqual({
      terms: {
        principal: '120000.00',
        rate: '24',
        numberOfRepayments: 12,
        frequency: 2,
        repaymentEvery: 1,
        interestComputationModel: 2,
        disbursementDate: '2026-11-27',
        moratorium: 0,
      },
      date: '2026-11-27',
    });
  });

  it('send acts in the order of their days, with an amount where the act has one', () => {
    const events = [
      { date: '2027-02-01', event: 'settle', amount: '5' },
      { date: '2027-01-01', event: 'chargePenalty', amount: '1,500' },
    ];
    expect(bodyOf({ ...inputs, events }).events).toStrictEqual([
      { date: '2027-01-01', event: 'charge', component: 'Penalty', amount: '1500.00' },
      { date: '2027-02-01', event: 'settle' },
    ]);
  });

  it('send terms of late instalments only when one was entered, and a text that is no amount as it is', () => {
    expect(bodyOf({ ...inputs, graceDays: '3', principal: 'much' })).toMatchObject({
      arrears: { graceDays: 3 },
      terms: { principal: 'much' },
    });
  });
});
