import { OpenRequests } from './open-requests';

const CHARGE = ['chargeLoan', { id: 7 }, { amount: 500 }];
const OTHER = ['chargeLoan', { id: 7 }, { amount: 600 }];

/** Numbers its references. */
function openRequests(): OpenRequests {
  let last = 0;
  return new OpenRequests(() => `R${(last += 1)}`);
}

describe('References of open requests', () => {
  it('gives a request whose answer was lost the same reference when it is asked for again', () => {
    const requests = openRequests();
    const first = requests.begin(CHARGE);
    requests.end(CHARGE, 'unknown');
    expect(requests.isInDoubt(CHARGE)).toBe(true);
    expect(requests.begin(CHARGE)).toBe(first);
  });

  it('gives another request, and one after a known answer, a reference of its own', () => {
    const requests = openRequests();
    const first = requests.begin(CHARGE);
    requests.end(CHARGE, 'unknown');
    expect(requests.begin(OTHER)).not.toBe(first);
    requests.begin(CHARGE);
    requests.end(CHARGE, 'settled');
    expect(requests.isInDoubt(CHARGE)).toBe(false);
    expect(requests.begin(CHARGE)).not.toBe(first);
  });

  it('keeps a request in doubt through refusals of which nothing is stored, such as an ended session', () => {
    const requests = openRequests();
    const first = requests.begin(CHARGE);
    requests.end(CHARGE, 'unknown');
    requests.begin(CHARGE);
    requests.end(CHARGE, 'refused');
    expect(requests.isInDoubt(CHARGE)).toBe(true);
    expect(requests.begin(CHARGE)).toBe(first);
  });

  it('keeps nothing of a request that was only refused', () => {
    const requests = openRequests();
    const first = requests.begin(CHARGE);
    requests.end(CHARGE, 'refused');
    expect(requests.isInDoubt(CHARGE)).toBe(false);
    expect(requests.begin(CHARGE)).not.toBe(first);
  });

  it('gives two tries at the same time one reference, and keeps it when the first of them loses its answer', () => {
    const requests = openRequests();
    const first = requests.begin(CHARGE);
    expect(requests.begin(CHARGE)).toBe(first);
    requests.end(CHARGE, 'refused');
    requests.end(CHARGE, 'unknown');
    expect(requests.begin(CHARGE)).toBe(first);
  });

  it('forgets requests in doubt when the person signs out', () => {
    const requests = openRequests();
    const first = requests.begin(CHARGE);
    requests.end(CHARGE, 'unknown');
    requests.clear();
    expect(requests.begin(CHARGE)).not.toBe(first);
  });
});
