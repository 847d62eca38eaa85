import { agentDetails } from './agent-details';

const STORED = {
  phoneNumber: '+2348031234567',
  emailAddress: 'a@b.example',
  address: '4 Market Road',
  referenceNumber: 'R1',
  notes: 'x',
};
const NOTHING = { phoneNumber: null, emailAddress: null, address: null, referenceNumber: null, notes: null };

describe('agentDetails', () => {
  it('stores a telephone number in E.164 form and an e-mail address in lower case', () => {
    const given = { ...STORED, phoneNumber: '0803 123 4567', emailAddress: 'A@B.example' };
    expect(agentDetails(given)).toEqual(STORED);
  });

  it('stores null for fields of a new agent that are left out', () => {
    expect(agentDetails({})).toEqual(NOTHING);
  });

  it('leaves fields as they are that are not sent', () => {
    expect(agentDetails({ notes: 'y' }, STORED)).toEqual({ ...STORED, notes: 'y' });
  });

  it.each(['phoneNumber', 'emailAddress', 'address', 'referenceNumber', 'notes'] as const)(
    'clears %s when null is sent',
    (field) => {
      expect(agentDetails({ [field]: null }, STORED)).toEqual({ ...STORED, [field]: null });
    },
  );
});
