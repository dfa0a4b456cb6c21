import os

import uvicorn
from fastapi import FastAPI

from api import add_api
from states import add_states_hook
from store import seeded_store

if __name__ == "__main__":
    store = seeded_store(os.environ["SANDBOX_PASSWORD"])
    app = FastAPI()
    # Whoever reaches the hook can make loans and tokens: it is off unless a secret is set.
    if secret := os.environ.get("STATES_SECRET"):
        add_states_hook(app, store, secret)
    add_api(app, store)
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ.get("PORT", "4300")), access_log=False)
