// The conformance suite (clients/README.md) with the client that oapi-codegen generates.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	"corebank.example/conformance/api"
	"github.com/oapi-codegen/runtime/types"
)

const (
	amount     = 262144.07
	heldAmount = 1000000.01
)

var background = context.Background()

// must ends the program when a step fails; the suite has no cleanup.
func must(right bool, text string, values ...any) {
	if !right {
		fmt.Fprintf(os.Stderr, text+"\n", values...)
		os.Exit(1)
	}
}

func passed(step string) { fmt.Println("passed " + step) }

func reference() string { return "GO-" + strconv.FormatInt(time.Now().UnixNano(), 10) }

// balance of an account in Naira.
func balance(client *api.ClientWithResponses, account string) float64 {
	answer, err := client.GetTransferBalanceWithResponse(background, api.BalanceEnquiryBody{AccountNumber: account})
	must(err == nil && answer.JSON200 != nil, "balance: %v", err)
	return answer.JSON200.Data.AvailableBalance
}

func transfer(client *api.ClientWithResponses, reference string, body api.LocalFundTransferBody) *api.CreateLocalTransferResponse {
	parameters := &api.CreateLocalTransferParams{RequestReference: reference}
	answer, err := client.CreateLocalTransferWithResponse(background, parameters, body)
	must(err == nil, "transfer: %v", err)
	return answer
}

// signIn makes a client that sends the token of the API client with every call.
func signIn(url string) *api.ClientWithResponses {
	anonymous, err := api.NewClientWithResponses(url)
	must(err == nil, "client: %v", err)
	credentials := api.AuthenticateBody{
		ClientId: os.Getenv("COREBANK_CLIENT_ID"), ClientSecret: os.Getenv("COREBANK_CLIENT_SECRET"),
	}
	answer, err := anonymous.AuthenticateWithResponse(background, credentials)
	must(err == nil && answer.JSON200 != nil, "sign-in: %v", err)
	token := answer.JSON200.AccessToken
	client, err := api.NewClientWithResponses(url, api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}))
	must(err == nil, "client: %v", err)
	return client
}

func main() {
	client := signIn(os.Getenv("COREBANK_URL"))
	passed("sign-in")

	openReference := reference()
	opened, err := client.CreateCustomerAccountWithResponse(background,
		&api.CreateCustomerAccountParams{RequestReference: &openReference},
		api.CreateCustomerAccountBody{LastName: "Okafor", FirstName: "Adaeze", AccountName: "Adaeze Okafor",
			BranchCode: "001", ProductCode: "SAV001", AccountOfficerStaffID: "STF001"})
	must(err == nil && opened.JSON200 != nil, "open-account: %v", err)
	payee := opened.JSON200.Data.AccountNumber
	passed("open-account")

	body := api.LocalFundTransferBody{DebitAccount: os.Getenv("COREBANK_PAYER"), CreditAccount: payee, Amount: amount}
	moveReference := reference()
	moved := transfer(client, moveReference, body)
	must(moved.JSON200 != nil && moved.JSON200.Data.Amount == amount, "move: %s", moved.Body)
	passed("move")

	must(balance(client, payee) == amount, "read-back: %v", balance(client, payee))
	passed("read-back")

	large := body
	large.Amount = heldAmount
	held := transfer(client, reference(), large)
	must(held.JSON202 != nil, "hold: %s", held.Body)
	hold, err := held.JSON202.Data.AsAmlHold()
	must(err == nil && hold.StatusCode == "AML_HOLD" && hold.AmlApprovalReference != nil, "hold: %v", err)
	passed("hold")

	released, err := client.DecideAsSecondPersonWithResponse(background, nil,
		api.SandboxDecisionBody{ApprovalId: hold.ApprovalId})
	must(err == nil && released.JSON200 != nil && released.JSON200.Data.Status == "Approved", "release: %v", err)
	passed("release")

	large.AmlApprovalReference = hold.AmlApprovalReference
	retried := transfer(client, reference(), large)
	must(retried.JSON200 != nil && retried.JSON200.Data.Amount == heldAmount, "retry: %s", retried.Body)
	passed("retry")

	again := transfer(client, moveReference, body)
	isReplay := again.HTTPResponse.Header.Get("idempotent-replayed") == "true"
	must(again.JSON200 != nil && isReplay, "replay: %s", again.Body)
	passed("replay")

	from, to := types.Date{Time: time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC)}, types.Date{Time: time.Date(2999, 12, 31, 0, 0, 0, 0, time.UTC)}
	statement, err := client.GetAccountStatementWithResponse(background,
		&api.GetAccountStatementParams{AccountNumber: payee, FinancialDateFrom: from, FinancialDateTo: to})
	must(err == nil && statement.JSON200 != nil, "statement: %v", err)
	rows := statement.JSON200.Data.Data
	must(len(rows) == 2 && rows[0].Credit == amount && rows[1].Credit == heldAmount, "statement: %s", statement.Body)
	passed("statement")
}
