package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	services = "/api/v6/services"
	lending  = "/api/v1/services/user"
)

// refusal is an error with the HTTP status it is answered with.
type refusal struct {
	status  int
	message string
}

func (r refusal) Error() string { return r.message }

// call is one request, by whom, and in which session where it is by no API token.
type call struct {
	*http.Request
	user    *User
	session *Session
	token   string
}

type handler func(c *call) (any, error)

// addAPI serves as much of the platform's API as shows that the states are real: all of it rests on
// the store. Headers and fields are hardly looked at, and nothing is kept of x-idempotency-key.
func addAPI(mux *http.ServeMux, s *Store) {
	serve := func(pattern string, signedIn bool, handle handler) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			s.Lock()
			defer s.Unlock()
			c := &call{Request: r}
			var answer any
			err := error(nil)
			if signedIn {
				err = s.authenticate(c)
			}
			if err == nil {
				answer, err = handle(c)
			}
			if err != nil {
				refuse(w, c, err)
				return
			}
			writeJSON(w, http.StatusOK, answer)
		})
	}
	serve("PUT "+services+"/securitymanagement/login", false, s.logIn)
	serve("POST "+services+"/securitymanagement/refresh", true, s.refresh)
	serve("POST "+services+"/securitymanagement/logout", true, s.logOut)
	serve("GET "+services+"/admin/organisation-preference-management/fetch-organisaction-preference", true,
		func(c *call) (any, error) {
			return fields{"tenantId": c.user.TenantID, "currency": "NGN"}, nil
		})
	serve("GET "+services+"/paymentmanagement/awaiting-payments", true, s.awaitingPayments)
	serve("GET /api/v1/user/portfolios/{customer}", true, s.listPortfolios)
	serve("POST "+services+"/user/request-loan", true, s.requestLoan)
	serve("PUT "+lending+"/update-application/{id}", true, s.updateApplication)
	serve("POST "+lending+"/repay-loan/{user}", true, s.repayLoan)
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(value)
}

func refuse(w http.ResponseWriter, c *call, err error) {
	known := refusal{http.StatusInternalServerError, err.Error()}
	errors.As(err, &known)
	body := fields{"status": "FAILED", "message": known.message}
	if known.status == http.StatusForbidden {
		body["error"], body["role"] = "forbidden", c.user.Role
	}
	writeJSON(w, known.status, body)
}

// read decodes the body of a request; an empty one is as good as {}.
func read(c *call, into any) error {
	if err := json.NewDecoder(c.Body).Decode(into); err != nil && err != io.EOF {
		return refusal{400, "the body is not what was expected: " + err.Error()}
	}
	return nil
}

func (s *Store) authenticate(c *call) error {
	c.token = c.Header.Get("X-Auth-Token")
	if c.token == "" {
		c.token = strings.TrimPrefix(c.Header.Get("Authorization"), "Bearer ")
	}
	c.user, c.session = s.caller(c.token, strings.HasSuffix(c.URL.Path, "/refresh"))
	if c.user == nil {
		return refusal{401, "the access token is missing, invalid or expired"}
	}
	return nil
}

func only(c *call, roles ...string) error {
	if !slices.Contains(roles, c.user.Role) {
		return refusal{403, "your role may not do this"}
	}
	return nil
}

func (s *Store) logIn(c *call) (any, error) {
	var body struct{ Email, CurrentPassword string }
	if err := read(c, &body); err != nil {
		return nil, err
	}
	user := s.users[body.Email]
	if user == nil || user.Password != body.CurrentPassword {
		return nil, refusal{401, "e-mail or password is wrong"}
	}
	session := s.startSession(user)
	token, err := accessToken(session, time.Now())
	return fields{
		"access_token":  token,
		"expires_in":    3600,
		"refresh_token": session.RefreshToken,
		"user": fields{
			"id": user.ID, "email": user.Email, "role": user.Role, "tenant_id": user.TenantID,
			"permissions": []string{"transactions:read"},
		},
	}, err
}

func (s *Store) refresh(c *call) (any, error) {
	var body struct {
		RefreshToken string `json:"refresh_token"`
	}
	if err := read(c, &body); err != nil {
		return nil, err
	}
	if c.session == nil || body.RefreshToken != c.session.RefreshToken {
		return nil, refusal{401, "the refresh token is not one of this session"}
	}
	token, err := accessToken(c.session, time.Now())
	return fields{"access_token": token, "expires_in": 3600}, err
}

func (s *Store) logOut(c *call) (any, error) {
	delete(s.apiTokens, c.token)
	if c.session != nil {
		delete(s.sessions, c.session.ID)
	}
	return fields{"status": "SUCCESS"}, nil
}

func (s *Store) awaitingPayments(c *call) (any, error) {
	if err := only(c, "CUSTOMER", "MANAGER", "AGENT"); err != nil {
		return nil, err
	}
	var body struct{ SelectedCurrency, FromDate, ToDate, SearchablePaymentReference string }
	if err := read(c, &body); err != nil {
		return nil, err
	}
	from, wrongFrom := time.Parse("02/01/2006", body.FromDate)
	to, wrongTo := time.Parse("02/01/2006", body.ToDate)
	if wrongFrom != nil || wrongTo != nil {
		return nil, refusal{400, "days are written dd/MM/yyyy"}
	}
	search := strings.ToLower(body.SearchablePaymentReference)
	found := []fields{}
	for _, p := range s.payments {
		mine := p.User == c.user || c.user.Role != "CUSTOMER" && p.User.TenantID == c.user.TenantID
		inRange := !p.CreatedAt.Before(from) && p.CreatedAt.Before(to.Add(day))
		like := strings.Contains(strings.ToLower(p.Reference), search)
		if mine && inRange && like && p.Currency == body.SelectedCurrency {
			found = append(found, paymentAnswer(p))
		}
	}
	page, err := pageOf(found, c, 20)
	data := fields{"awaitingPayments": page}
	return fields{"status": "SUCCESS", "responseCode": 200, "data": data}, err
}

func (s *Store) portfoliosOf(user *User) []*Portfolio {
	own := []*Portfolio{}
	for _, one := range s.portfolios {
		if one.User == user {
			own = append(own, one)
		}
	}
	return own
}

func (s *Store) listPortfolios(c *call) (any, error) {
	if c.PathValue("customer") != c.user.ID {
		return nil, refusal{403, "these are somebody else's portfolios"}
	}
	page, err := pageOf(s.portfoliosOf(c.user), c, 10)
	return fields{"status": "SUCCESS", "data": page}, err
}

func (s *Store) requestLoan(c *call) (any, error) {
	if err := only(c, "CUSTOMER", "AGENT"); err != nil {
		return nil, err
	}
	var asked LoanRequest
	if err := read(c, &asked); err != nil {
		return nil, err
	}
	if asked.LoanApplicationStatusEnum != "REQUESTED" {
		return nil, refusal{400, "the status must be REQUESTED"}
	}
	product := s.products[asked.LoanProductID]
	if product == nil || product.TenantID != c.user.TenantID {
		return nil, refusal{404, "there is no such loan product"}
	}
	made := s.addApplication(c.user, product, "REQUESTED", asked)
	return fields{"status": "SUCCESS", "data": applicationAnswer(made)}, nil
}

func (s *Store) updateApplication(c *call) (any, error) {
	next, ok := map[string]string{"true": "ACCEPTED", "false": "WITHDRAWN"}[c.URL.Query().Get("status")]
	application := s.applications[c.PathValue("id")]
	switch {
	case !ok:
		return nil, refusal{400, "status must be true or false"}
	case application == nil:
		return nil, refusal{404, "there is no such application"}
	case application.User != c.user:
		return nil, refusal{403, "this is somebody else's application"}
	case application.Status != "OFFER_SENT":
		return nil, refusal{409, "there is no offer to answer"}
	}
	application.Status = next
	return fields{"status": "SUCCESS", "data": applicationAnswer(application)}, nil
}

func (s *Store) repayLoan(c *call) (any, error) {
	var body struct {
		RepaymentAmount                                          float64
		CustomerID, AccountID, BankAccountID, RepaymentReference string
	}
	if c.PathValue("user") != c.user.ID {
		return nil, refusal{403, "the user in the path is not you"}
	}
	if err := read(c, &body); err != nil {
		return nil, err
	}
	loan, account := s.loans[body.AccountID], s.bankAccounts[body.BankAccountID]
	switch {
	case body.RepaymentAmount <= 0:
		return nil, refusal{400, "the amount must be above zero"}
	case body.CustomerID != c.user.ID:
		return nil, refusal{403, "the customer is not you"}
	case loan == nil || loan.User != c.user:
		return nil, refusal{404, "there is no active loan"}
	case loan.Closed:
		return nil, refusal{409, "the loan is closed"}
	case loan.Application == nil:
		return nil, refusal{409, "the loan has no application"}
	case loan.ThirdParty:
		return nil, refusal{409, "a third party collects this loan"}
	case account == nil || account.User != c.user:
		return nil, refusal{403, "the bank account is not yours"}
	case body.RepaymentAmount > loan.TotalPayable:
		return nil, refusal{400, "the amount is above what is owed"}
	}
	return fields{"status": "SUCCESS", "data": fields{
		"repaymentId":        newID(),
		"repaymentAmount":    body.RepaymentAmount,
		"customerName":       c.user.Name(),
		"customerEmail":      c.user.Email,
		"productName":        loan.ProductName,
		"paymentReference":   body.RepaymentReference,
		"message":            "your repayment is recorded",
		"verificationStatus": "PENDING_VERIFICATION",
	}}, nil
}

func pageOf[T any](found []T, c *call, usual int) ([]T, error) {
	number, size := 1, usual
	for name, into := range map[string]*int{"page": &number, "size": &size} {
		if text := c.URL.Query().Get(name); text != "" {
			value, err := strconv.Atoi(text)
			if err != nil || value < 1 {
				return nil, refusal{400, name + " is a whole number from 1"}
			}
			*into = value
		}
	}
	first := min((number-1)*size, len(found))
	return found[first:min(first+size, len(found))], nil
}

func paymentAnswer(p *Payment) fields {
	return fields{
		"id":                             p.ID,
		"payableType":                    "TRANSACTION",
		"bankTransferFollowupActionType": "MARK_AS_PENDING_TRANSACTION",
		"bankTransferLifeCycle":          "AWAITING_BANK_TRANSFER_PAYMENT",
		"mtoPaymentConfirmtionType":      "NOT_CONFIRMED",
		"customerConfirmedPaymentDate":   nil,
		"creationDate":                   p.CreatedAt.Format("2006-01-02T15:04:05"),
		"currency":                       p.Currency,
		"requestedBankTransferAmount":    p.Amount,
		"searchablePaymentReference":     p.Reference,
		"payerBankTransferReference":     p.Reference,
	}
}

func applicationAnswer(a *Application) fields {
	return fields{
		"applicationId":              a.ID,
		"loanProductId":              a.Product.ID,
		"userName":                   a.User.Email,
		"productName":                a.Product.Name,
		"currencyCode":               a.Asked.CurrencyCode,
		"employmentStatus":           a.Asked.EmploymentStatus,
		"loanApplicationcreatedDate": a.CreatedAt.Format(time.RFC3339),
		"userId":                     a.User.ID,
		"durationCounterUnitEnum":    "MONTHS",
		"requestedLoanAmount":        a.Asked.LoanAmount,
		"loanStatus":                 a.Status,
		"monthlyIncome":              a.Asked.MonthlyIncome,
		"dateOfBirth":                a.Asked.DateOfBirth,
		"loanDuration":               a.Asked.LoanDuration,
	}
}
