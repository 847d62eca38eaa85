import { validateSync } from 'class-validator';
import { IsNaira } from './is-naira';

class Payment {
  @IsNaira()
  amount: unknown;

  @IsNaira({ zeroAllowed: true })
  fee: unknown;
}

function messagesFor(amount: unknown, fee: unknown): string[] {
  const payment = Object.assign(new Payment(), { amount, fee });
  return validateSync(payment).flatMap((error) => Object.values(error.constraints ?? {}));
}

const AMOUNT_MESSAGE = 'amount must be a Naira amount above 0 with at most 2 decimals, below 1,000,000,000,000';
const FEE_MESSAGE = 'fee must be a Naira amount of 0 or more with at most 2 decimals, below 1,000,000,000,000';

describe('IsNaira', () => {
  it.each([
    [0.01, 0, []],
    [999_999_999_999.99, 10.5, []],
    [0, 0, [AMOUNT_MESSAGE]],
    [-0, 0, [AMOUNT_MESSAGE]],
    [1, -1, [FEE_MESSAGE]],
    [1e-7, 0.001, [AMOUNT_MESSAGE, FEE_MESSAGE]],
    ['1', null, [AMOUNT_MESSAGE, FEE_MESSAGE]],
    [[1], undefined, [AMOUNT_MESSAGE, FEE_MESSAGE]],
    [1e12, 1e12, [AMOUNT_MESSAGE, FEE_MESSAGE]],
  ])('amount %p and fee %p: %p', (amount, fee, messages) => {
    expect(messagesFor(amount, fee)).toEqual(messages);
  });
});
