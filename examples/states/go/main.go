// The sandbox of a vendor that serves the states hook: see ../README.md.
package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
)

func main() {
	password := os.Getenv("SANDBOX_PASSWORD")
	if password == "" {
		log.Fatal("SANDBOX_PASSWORD, the password of everybody in the sandbox, is not set")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "4300"
	}

	store := seededStore(password)
	mux := http.NewServeMux()
	// Whoever reaches the hook can make loans and tokens: it is off unless a secret is set.
	if secret := os.Getenv("STATES_SECRET"); secret != "" {
		addStatesHook(mux, store, secret)
	}
	addAPI(mux, store)

	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on", listener.Addr())
	log.Fatal(http.Serve(listener, mux))
}
