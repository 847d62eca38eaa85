import { changedFields, labelOf, subjectOf } from './shown-approval';

const APPROVAL = { id: 7, operation: 'loan', title: 'New loan', recordKind: null, recordId: null };

describe('labelOf', () => {
  it.each([
    ['requiredCheckers', 'Required checkers'],
    ['staffID', 'Staff ID'],
    ['API_BYPASS_APPROVALS', 'API_BYPASS_APPROVALS'],
    ['name', 'Name'],
  ])('shows the field %s as %s', (field, label) => expect(labelOf(field)).toBe(label));
});

describe('changedFields', () => {
  it('pairs each field with its value before and after', () => {
    const change = { target: 'Operations', before: { permissions: ['a'] }, after: { permissions: ['a', 'b'] } };
    expect(changedFields(change)).toEqual([
      { field: 'permissions', label: 'Permissions', from: ['a'], to: ['a', 'b'] },
    ]);
  });

  it('has null before for something new, and nothing without a change', () => {
    expect(changedFields({ target: 'X', before: null, after: { active: true } })).toEqual([
      { field: 'active', label: 'Active', from: null, to: true },
    ]);
    expect(changedFields(null)).toEqual([]);
  });
});

describe('subjectOf', () => {
  const change = { target: 'Operations', before: null, after: {} };
  const posting = { id: 12, reference: 'TRF-1' };

  it('names the target of a change of rights or configuration', () => {
    const about = { ...APPROVAL, operation: 'change-role', title: 'Role' };
    expect(subjectOf(about, change, undefined)).toEqual({ kind: 'role', id: 'Operations', label: 'Role Operations' });
  });

  it('names the hold by its approval', () => {
    const about = { ...APPROVAL, operation: 'release-aml-hold' };
    expect(subjectOf(about, null, posting)).toMatchObject({ kind: 'hold', id: '7' });
  });

  it('names the record, else the posting, else only the operation', () => {
    expect(subjectOf({ ...APPROVAL, recordKind: 'loan', recordId: 9 }, null, undefined)).toEqual({
      kind: 'loan',
      id: '9',
      label: 'New loan',
    });
    expect(subjectOf(APPROVAL, null, posting)).toEqual({
      kind: 'posting',
      id: 'PST000000000012',
      label: 'New loan TRF-1',
    });
    expect(subjectOf(APPROVAL, null, undefined)).toEqual({ kind: 'operation', id: null, label: 'New loan' });
  });
});
