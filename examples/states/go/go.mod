module example.org/states

go 1.24

require github.com/golang-jwt/jwt/v5 v5.3.1
