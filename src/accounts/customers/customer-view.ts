import type { Branch } from '../../institutions/branches/branch.entity';
import type { Customer } from './customer.entity';
import type { IndividualCustomerView } from './customers.dto';
import type { GroupCustomerView, GroupMemberView } from './group-customers.dto';
import { personView } from './person.dto';
import type { ShownPersons } from './person-numbers';

type BranchNames = Pick<Branch, 'branchCode' | 'branchName'>;

function branchAndTimes(
  { createdAt, updatedAt }: Customer,
  { branchCode, branchName }: BranchNames,
): Pick<IndividualCustomerView, 'branchCode' | 'branchName' | 'createdAt' | 'updatedAt'> {
  return { branchCode, branchName, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** The record of an individual customer. */
export function individualCustomerView(
  customer: Customer,
  branch: BranchNames,
  shown: ShownPersons,
): IndividualCustomerView {
  const { id, recordId, customerID, customerType, name, lastName, firstName, title, gender, phoneNumber, email } =
    customer;
  const { nextOfKinName, nextOfKinPhoneNumber, nextOfKinRelationship, nextOfKinAddress } = customer;
  return {
    id,
    recordId,
    customerID,
    customerType,
    name,
    lastName,
    firstName,
    ...personView(customer, shown.numbers(customer)),
    title,
    gender,
    phoneNumber,
    email,
    nextOfKinName,
    nextOfKinPhoneNumber,
    nextOfKinRelationship,
    nextOfKinAddress,
    ...branchAndTimes(customer, branch),
  };
}

/** The record of a company or group. */
export function groupCustomerView(
  customer: Customer,
  branch: BranchNames,
  members: GroupMemberView[],
  shown: ShownPersons,
): GroupCustomerView {
  const {
    id,
    recordId,
    customerID,
    customerType,
    name,
    registrationNumber,
    address,
    phoneNumber,
    email,
    referenceNumber,
  } = customer;
  return {
    id,
    recordId,
    customerID,
    customerType,
    name,
    registrationNumber,
    tin: shown.numbers(customer).tin,
    address,
    phoneNumber,
    email,
    referenceNumber,
    members,
    ...branchAndTimes(customer, branch),
  };
}
