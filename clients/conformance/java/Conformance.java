import com.google.gson.JsonParser;
import corebank.ApiClient;
import corebank.JSON;
import corebank.api.AccountsApi;
import corebank.api.AuthApi;
import corebank.api.ReportsApi;
import corebank.api.SandboxApi;
import corebank.api.TransfersApi;
import corebank.auth.HttpBearerAuth;
import corebank.model.AcceptedMovement;
import corebank.model.AmlHold;
import corebank.model.AuthenticateBody;
import corebank.model.BalanceEnquiryBody;
import corebank.model.CreateCustomerAccountBody;
import corebank.model.CreateLocalTransfer200Response;
import corebank.model.LocalFundTransferBody;
import corebank.model.SandboxDecisionBody;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import okhttp3.Response;

/** The conformance suite (clients/README.md) with the client that openapi-generator generates. */
public final class Conformance {
  private static final double AMOUNT = 262144.07;
  private static final double HELD_AMOUNT = 1000000.01;

  /** An answer of a transfer: the generated method reads a 200 alone, and a 202 is another form. */
  private record Answer(int status, String body, boolean isReplay) {
    double amount() {
      return JSON.getGson().fromJson(body, CreateLocalTransfer200Response.class).getData().getAmount();
    }

    AmlHold hold() {
      var data = JsonParser.parseString(body).getAsJsonObject().get("data");
      return JSON.getGson().fromJson(data, AcceptedMovement.class).getAmlHold();
    }
  }

  private static String reference() {
    return "JAVA-" + UUID.randomUUID();
  }

  private static void require(boolean isRight, Object found) {
    if (!isRight) throw new IllegalStateException(String.valueOf(found));
  }

  private static void passed(String step) {
    System.out.println("passed " + step);
  }

  private static Answer transfer(ApiClient client, String reference, LocalFundTransferBody body) throws Exception {
    try (Response response = new TransfersApi(client).createLocalTransferCall(reference, body, null, null).execute()) {
      return new Answer(
          response.code(), response.body().string(), "true".equals(response.header("idempotent-replayed")));
    }
  }

  private static double balance(ApiClient client, String account) throws Exception {
    var body = new BalanceEnquiryBody().accountNumber(account);
    return new TransfersApi(client).getTransferBalance(body).getData().getAvailableBalance();
  }

  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient();
    client.setBasePath(System.getenv("COREBANK_URL"));
    var credentials =
        new AuthenticateBody()
            .clientId(System.getenv("COREBANK_CLIENT_ID"))
            .clientSecret(System.getenv("COREBANK_CLIENT_SECRET"));
    var token = new AuthApi(client).authenticate(credentials).getAccessToken();
    ((HttpBearerAuth) client.getAuthentication("bearer")).setBearerToken(token);
    passed("sign-in");

    var person =
        new CreateCustomerAccountBody()
            .lastName("Okafor")
            .firstName("Adaeze")
            .accountName("Adaeze Okafor")
            .branchCode("001")
            .productCode("SAV001")
            .accountOfficerStaffID("STF001");
    var payee = new AccountsApi(client).createCustomerAccount(person, reference()).getData().getAccountNumber();
    passed("open-account");

    var payer = System.getenv("COREBANK_PAYER");
    var body = new LocalFundTransferBody().debitAccount(payer).creditAccount(payee).amount(AMOUNT);
    var moveReference = reference();
    var moved = transfer(client, moveReference, body);
    require(moved.status() == 200 && moved.amount() == AMOUNT, moved);
    passed("move");

    require(balance(client, payee) == AMOUNT, balance(client, payee));
    passed("read-back");

    var large = new LocalFundTransferBody().debitAccount(payer).creditAccount(payee).amount(HELD_AMOUNT);
    var held = transfer(client, reference(), large);
    require(held.status() == 202, held);
    var hold = held.hold();
    require(hold.getAmlApprovalReference() != null, held);
    passed("hold");

    var decision = new SandboxDecisionBody().approvalId(hold.getApprovalId());
    // The generated check of an answer refuses null in `change`, which the document allows, so the text is read.
    try (var released = new SandboxApi(client).decideAsSecondPersonCall(decision, null, null).execute()) {
      require(released.code() == 200 && released.body().string().contains("\"status\":\"Approved\""), released);
    }
    passed("release");

    var retried = transfer(client, reference(), large.amlApprovalReference(hold.getAmlApprovalReference()));
    require(retried.status() == 200 && retried.amount() == HELD_AMOUNT, retried);
    passed("retry");

    var again = transfer(client, moveReference, body);
    require(again.status() == 200 && again.isReplay(), again);
    passed("replay");

    var statement =
        new ReportsApi(client)
            .getAccountStatement(
                payee, LocalDate.of(1999, 1, 1), LocalDate.of(2999, 12, 31), null, null, null, null, null);
    var credits = statement.getData().getData().stream().map(row -> row.getCredit()).toList();
    require(credits.equals(List.of(AMOUNT, HELD_AMOUNT)), credits);
    passed("statement");
  }
}
