package main

import (
	"crypto/rand"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

const day = 24 * time.Hour

var signingKey = []byte(rand.Text() + rand.Text())

type User struct{ ID, Email, Password, Role, TenantID string }

func (u *User) Name() string {
	first, _, _ := strings.Cut(u.Email, "@")
	return first + " Example"
}

type Session struct {
	ID, RefreshToken string
	User             *User
}

type APIToken struct {
	User      *User
	ExpiresAt time.Time
	Revoked   bool
}

type BankAccount struct {
	ID   string
	User *User
}

type Product struct{ ID, Name, TenantID, CurrencyCode string }

// LoanRequest is what a request for a loan says, as far as this sandbox looks at it.
type LoanRequest struct {
	LoanProductID             string  `json:"loanProductId"`
	LoanApplicationStatusEnum string  `json:"loanApplicationStatusEnum"`
	CurrencyCode              string  `json:"currencyCode"`
	DateOfBirth               string  `json:"dateOfBirth"`
	EmploymentStatus          string  `json:"employmentStatus"`
	LoanAmount                float64 `json:"loanAmount"`
	LoanDuration              float64 `json:"loanDuration"`
	MonthlyIncome             float64 `json:"monthlyIncome"`
}

type Application struct {
	ID, Status string
	User       *User
	Product    *Product
	Asked      LoanRequest
	CreatedAt  time.Time
}

type Loan struct {
	ID, ProductName, Reference string
	User                       *User
	Application                *Application
	TotalPayable               float64
	Closed, ThirdParty         bool
}

type Payment struct {
	ID, Currency, Reference string
	User                    *User
	CreatedAt               time.Time
	Amount                  float64
}

type Portfolio struct {
	ID             string  `json:"id"`
	ProductName    string  `json:"productName"`
	AmountInvested float64 `json:"amountInvested"`
	TotalPayable   float64 `json:"totalPayable"`
	User           *User   `json:"-"`
}

// Store is the sandbox's data, in memory: your database stands here. Amounts are in units of the
// currency. Every request holds the lock from its beginning to its end.
type Store struct {
	sync.Mutex
	users        map[string]*User // by e-mail address
	sessions     map[string]*Session
	apiTokens    map[string]*APIToken
	bankAccounts map[string]*BankAccount
	products     map[string]*Product
	applications map[string]*Application
	loans        map[string]*Loan
	payments     []*Payment
	portfolios   []*Portfolio
}

// newID gives a random UUID.
func newID() string {
	b := make([]byte, 16)
	rand.Read(b)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func (s *Store) addUser(email, password, role, tenantID string) *User {
	user := &User{ID: newID(), Email: email, Password: password, Role: role, TenantID: tenantID}
	s.users[email] = user
	if role == "CUSTOMER" {
		account := &BankAccount{ID: newID(), User: user}
		s.bankAccounts[account.ID] = account
	}
	return user
}

func (s *Store) accountOf(user *User) *BankAccount {
	for _, account := range s.bankAccounts {
		if account.User == user {
			return account
		}
	}
	return nil
}

func (s *Store) addPayment(user *User, createdAt time.Time, currency string) {
	n := len(s.payments)
	s.payments = append(s.payments, &Payment{
		ID: newID(), User: user, CreatedAt: createdAt, Currency: currency,
		Amount: float64(1000 + n), Reference: fmt.Sprintf("PAY-%d", 100_000+7919*n),
	})
}

func (s *Store) addApplication(user *User, product *Product, status string, asked LoanRequest) *Application {
	made := &Application{
		ID: newID(), User: user, Product: product, Status: status, Asked: asked, CreatedAt: time.Now(),
	}
	s.applications[made.ID] = made
	return made
}

func (s *Store) addAPIToken(user *User, expiresAt time.Time, revoked bool) string {
	token := "key_" + rand.Text()
	s.apiTokens[token] = &APIToken{User: user, ExpiresAt: expiresAt, Revoked: revoked}
	return token
}

func (s *Store) startSession(user *User) *Session {
	session := &Session{ID: newID(), RefreshToken: rand.Text(), User: user}
	s.sessions[session.ID] = session
	return session
}

type claims struct {
	jwt.RegisteredClaims
	SessionID string `json:"sid"`
}

// accessToken takes the time of issue, so that a token whose hour is over can be made as well.
func accessToken(session *Session, issuedAt time.Time) (string, error) {
	return jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		SessionID: session.ID,
		RegisteredClaims: jwt.RegisteredClaims{
			ID:        newID(),
			Subject:   session.User.ID,
			IssuedAt:  jwt.NewNumericDate(issuedAt),
			ExpiresAt: jwt.NewNumericDate(issuedAt.Add(time.Hour)),
		},
	}).SignedString(signingKey)
}

// caller tells whose token this is, and its session where it is none of the API tokens; a nil user
// where it is not good (any more).
func (s *Store) caller(token string, mayBeExpired bool) (*User, *Session) {
	if key, ok := s.apiTokens[token]; ok {
		if key.Revoked || !time.Now().Before(key.ExpiresAt) {
			return nil, nil
		}
		return key.User, nil
	}
	options := []jwt.ParserOption{jwt.WithValidMethods([]string{"HS256"})}
	if mayBeExpired {
		options = append(options, jwt.WithoutClaimsValidation())
	}
	var seen claims
	_, err := jwt.ParseWithClaims(token, &seen, func(*jwt.Token) (any, error) { return signingKey, nil }, options...)
	session := s.sessions[seen.SessionID]
	if err != nil || session == nil {
		return nil, nil
	}
	return session.User, session
}

// seededStore holds six people in two organisations, a product, and ada's payments and portfolios.
func seededStore(password string) *Store {
	s := &Store{
		users:        map[string]*User{},
		sessions:     map[string]*Session{},
		apiTokens:    map[string]*APIToken{},
		bankAccounts: map[string]*BankAccount{},
		products:     map[string]*Product{},
		applications: map[string]*Application{},
		loans:        map[string]*Loan{},
	}
	s.addUser("manager@north.example", password, "MANAGER", "north")
	s.addUser("agent@north.example", password, "AGENT", "north")
	s.addUser("cashier@north.example", password, "CASHIER", "north")
	s.addUser("manager@south.example", password, "MANAGER", "south")
	ada := s.addUser("ada@north.example", password, "CUSTOMER", "north")
	s.addUser("ben@north.example", password, "CUSTOMER", "north")
	product := &Product{ID: newID(), Name: "Salary advance", TenantID: "north", CurrencyCode: "NGN"}
	s.products[product.ID] = product
	for n := range 50 {
		s.addPayment(ada, time.Date(2026, 3, 1+n%25, 10, 0, 0, 0, time.UTC), "NGN")
	}
	for day := 11; day <= 15; day++ {
		s.addPayment(ada, time.Date(2026, 4, day, 10, 0, 0, 0, time.UTC), "NGN")
		s.addPayment(ada, time.Date(2026, 3, day, 10, 0, 0, 0, time.UTC), "GBP")
	}
	for n := 1; n <= 12; n++ {
		s.portfolios = append(s.portfolios, &Portfolio{
			ID: newID(), User: ada, ProductName: fmt.Sprintf("Fixed deposit %d", n),
			AmountInvested: float64(1000 * n), TotalPayable: float64(1100 * n),
		})
	}
	return s
}
