package main

import (
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// addStatesHook serves `POST /states`: `{"state": "offer-sent"}` is answered with the fields of that
// state, 404 where it cannot be provided. What a check uses up is made anew each time.
func addStatesHook(mux *http.ServeMux, store *Store, secret string) {
	states := statesOf(store)
	expected := []byte("Bearer " + secret)
	mux.HandleFunc("POST /states", func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), expected) != 1 {
			http.Error(w, "the secret is missing or wrong", http.StatusUnauthorized)
			return
		}
		var body struct{ State string }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		provide, ok := states[body.State]
		if !ok {
			http.Error(w, "there is no such state", http.StatusNotFound)
			return
		}
		store.Lock()
		defer store.Unlock()
		values, err := provide()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		writeJSON(w, http.StatusOK, values)
	})
}

type fields map[string]any

// statesOf has every state by a function that provides it. To adapt: let each write into your own
// database.
func statesOf(store *Store) map[string]func() (fields, error) {
	ada, ben := store.users["ada@north.example"], store.users["ben@north.example"]
	var product *Product
	for _, product = range store.products {
	}
	asked := LoanRequest{
		CurrencyCode: product.CurrencyCode, DateOfBirth: "1990-04-12", EmploymentStatus: "EMPLOYED",
		LoanAmount: 50_000, LoanDuration: 3, MonthlyIncome: 200_000,
	}

	application := func(user *User, status string) func() (fields, error) {
		return func() (fields, error) {
			return fields{"applicationId": store.addApplication(user, product, status, asked).ID}, nil
		}
	}
	// A loan of ada's with one thing out of order, or none.
	loan := func(spoil func(*Loan)) func() (fields, error) {
		return func() (fields, error) {
			made := &Loan{
				ID: newID(), User: ada, ProductName: product.Name, TotalPayable: 55_000,
				Application: store.addApplication(ada, product, "ACCEPTED", asked),
				Reference:   "LN-" + newID()[:8],
			}
			spoil(made)
			store.loans[made.ID] = made
			return fields{
				"customerId":         ada.ID,
				"accountId":          made.ID,
				"bankAccountId":      store.accountOf(ada).ID,
				"totalPayable":       made.TotalPayable,
				"repaymentReference": made.Reference,
				"customerName":       ada.Name(),
				"customerEmail":      ada.Email,
				"productName":        made.ProductName,
			}, nil
		}
	}
	apiToken := func(life time.Duration, revoked bool) func() (fields, error) {
		return func() (fields, error) {
			return fields{"token": store.addAPIToken(ada, time.Now().Add(life), revoked)}, nil
		}
	}

	return map[string]func() (fields, error){
		"awaiting-payments": func() (fields, error) { return awaitingPayments(store, ada), nil },
		"loan-product": func() (fields, error) {
			return fields{
				"loanProductId":           product.ID,
				"currencyCode":            asked.CurrencyCode,
				"dateOfBirth":             asked.DateOfBirth,
				"durationCounter":         3,
				"employmentStatus":        asked.EmploymentStatus,
				"loanAmount":              asked.LoanAmount,
				"bvn":                     "22190000017",
				"firstName":               "Ada",
				"lastName":                "Example",
				"accountNumber":           "0123456789",
				"bankCode":                "058",
				"phoneNumber":             "+2348000000000",
				"loanDuration":            asked.LoanDuration,
				"loanRepaymentMethodEnum": "DIRECT_DEBIT",
				"monthlyIncome":           asked.MonthlyIncome,
			}, nil
		},
		"loan-requested":           application(ada, "REQUESTED"),
		"offer-sent":               application(ada, "OFFER_SENT"),
		"offer-sent-other":         application(ben, "OFFER_SENT"),
		"active-loan":              loan(func(*Loan) {}),
		"closed-loan":              loan(func(l *Loan) { l.Closed = true }),
		"third-party-loan":         loan(func(l *Loan) { l.ThirdParty = true }),
		"loan-without-application": loan(func(l *Loan) { l.Application = nil }),
		"no-active-loan":           func() (fields, error) { return noActiveLoan(store, ada.Password), nil },
		"foreign-bank-account": func() (fields, error) {
			return fields{"bankAccountId": store.accountOf(ben).ID}, nil
		},
		"portfolios": func() (fields, error) { return portfolios(store, ada), nil },
		"expired-token": func() (fields, error) {
			session := store.startSession(ada)
			token, err := accessToken(session, time.Now().Add(-2*time.Hour))
			return fields{"token": token, "refreshToken": session.RefreshToken}, err
		},
		"api-token":         apiToken(day, false),
		"expired-api-token": apiToken(-time.Second, false),
		"revoked-api-token": apiToken(day, true),
	}
}

func awaitingPayments(store *Store, user *User) fields {
	var counted []*Payment
	for _, payment := range store.payments {
		if payment.User == user && payment.Currency == "NGN" && payment.CreatedAt.Month() == time.March {
			counted = append(counted, payment)
		}
	}
	return fields{
		"currency":      "NGN",
		"otherCurrency": "GBP",
		"fromDate":      "01/03/2026",
		"toDate":        "31/03/2026",
		"count":         len(counted),
		"reference":     counted[0].Reference,
	}
}

func portfolios(store *Store, user *User) fields {
	own := store.portfoliosOf(user)
	return fields{
		"customerId":     user.ID,
		"count":          len(own),
		"amountInvested": own[0].AmountInvested,
		"totalPayable":   own[0].TotalPayable,
		"productName":    own[0].ProductName,
	}
}

// noActiveLoan makes a customer for the occasion, with the password that all have here.
func noActiveLoan(store *Store, password string) fields {
	email := "no-loan-" + strings.ToLower(newID()) + "@north.example"
	user := store.addUser(email, password, "CUSTOMER", "north")
	return fields{
		"email":              email,
		"password":           password,
		"customerId":         user.ID,
		"accountId":          newID(),
		"bankAccountId":      store.accountOf(user).ID,
		"repaymentReference": "LN-NONE",
		"totalPayable":       1000,
	}
}
