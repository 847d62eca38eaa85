"""The conformance suite (clients/README.md) with the client that openapi-python-client generates."""

import os
import uuid
from datetime import date

from corebank_client import AuthenticatedClient, Client
from corebank_client.api.accounts import create_customer_account
from corebank_client.api.auth import authenticate
from corebank_client.api.reports import get_account_statement
from corebank_client.api.sandbox import decide_as_second_person
from corebank_client.api.transfers import create_local_transfer, get_transfer_balance
from corebank_client.models import (
    AmlHold,
    AuthenticateBody,
    BalanceEnquiryBody,
    CreateCustomerAccountBody,
    LocalFundTransferBody,
    SandboxDecisionBody,
)

AMOUNT = 262144.07
HELD_AMOUNT = 1000000.01
URL = os.environ["COREBANK_URL"]


def reference() -> str:
    return f"PY-{uuid.uuid4()}"


def passed(step: str) -> None:
    print(f"passed {step}", flush=True)


token = authenticate.sync(
    client=Client(base_url=URL),
    body=AuthenticateBody(
        client_id=os.environ["COREBANK_CLIENT_ID"], client_secret=os.environ["COREBANK_CLIENT_SECRET"]
    ),
)
client = AuthenticatedClient(base_url=URL, token=token.access_token)
passed("sign-in")

opened = create_customer_account.sync(
    client=client,
    request_reference=reference(),
    body=CreateCustomerAccountBody(
        last_name="Okafor",
        first_name="Adaeze",
        account_name="Adaeze Okafor",
        branch_code="001",
        product_code="SAV001",
        account_officer_staff_id="STF001",
    ),
)
payee = opened.data.account_number
passed("open-account")


def transfer(amount: float, request_reference: str, **further: str):
    body = LocalFundTransferBody(
        debit_account=os.environ["COREBANK_PAYER"], credit_account=payee, amount=amount, **further
    )
    return create_local_transfer.sync_detailed(client=client, request_reference=request_reference, body=body)


def balance() -> float:
    return get_transfer_balance.sync(client=client, body=BalanceEnquiryBody(account_number=payee)).data.available_balance


move_reference = reference()
moved = transfer(AMOUNT, move_reference)
assert moved.status_code == 200 and moved.parsed.data.amount == AMOUNT, moved.content
passed("move")

assert balance() == AMOUNT, balance()
passed("read-back")

held = transfer(HELD_AMOUNT, reference())
assert held.status_code == 202, held.content
hold = held.parsed.data
assert isinstance(hold, AmlHold) and hold.aml_approval_reference, hold
passed("hold")

released = decide_as_second_person.sync(client=client, body=SandboxDecisionBody(approval_id=hold.approval_id))
assert released.data.status == "Approved", released
passed("release")

retried = transfer(HELD_AMOUNT, reference(), aml_approval_reference=hold.aml_approval_reference)
assert retried.status_code == 200 and retried.parsed.data.amount == HELD_AMOUNT, retried.content
passed("retry")

again = transfer(AMOUNT, move_reference)
assert again.status_code == 200 and again.headers["idempotent-replayed"] == "true", again.content
passed("replay")

statement = get_account_statement.sync(
    client=client,
    account_number=payee,
    financial_date_from=date(1999, 1, 1),
    financial_date_to=date(2999, 12, 31),
)
assert [row.credit for row in statement.data.data] == [AMOUNT, HELD_AMOUNT], statement
passed("statement")
