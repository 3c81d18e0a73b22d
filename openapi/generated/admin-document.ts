/* Made by `npm run generate` from the document. Do not edit. */

export default {
  "openapi": "3.1.0",
  "info": {
    "title": "Admin API",
    "version": "1.0.0",
    "summary": "The operator's functions over HTTP.",
    "description": "Manages accounts, keys, provider apps, connections, labels, agents, webhook endpoints, deliveries, campaigns and stored personal data of a\nwigwag server. It is not part of the messaging API. It is off unless `WIGWAG_ADMIN_TOKEN` is set on the server, and uses plain JSON\nwithout an envelope. An error is `{error}` with a 4xx status. The server checks the token before it reads the body, and writes one line\nfor each call to its log, without its body.\n",
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    }
  },
  "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
  "servers": [
    {
      "url": "{origin}/admin/v1",
      "description": "The server of the API, or its metrics port.",
      "variables": {
        "origin": {
          "default": "http://127.0.0.1:3000",
          "description": "Scheme, host and port, without a trailing slash."
        }
      }
    }
  ],
  "security": [
    {
      "token": []
    }
  ],
  "tags": [
    {
      "name": "accounts",
      "description": "Accounts and their keys."
    },
    {
      "name": "conversations",
      "description": "Labels and agents."
    },
    {
      "name": "connections",
      "description": "Connected channel accounts, and the callbacks of their providers."
    },
    {
      "name": "webhook",
      "description": "The endpoint that receives events."
    },
    {
      "name": "deliveries",
      "description": "The delivery log and replays."
    },
    {
      "name": "campaigns",
      "description": "Sends of one template to a list of people."
    },
    {
      "name": "people",
      "description": "Export and erasure of the stored data of a person."
    }
  ],
  "paths": {
    "/accounts": {
      "get": {
        "operationId": "listAccounts",
        "tags": [
          "accounts"
        ],
        "summary": "List the accounts",
        "description": "Returns all accounts, oldest first.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AccountList"
                },
                "example": {
                  "accounts": []
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "post": {
        "operationId": "createAccount",
        "tags": [
          "accounts"
        ],
        "summary": "Create an account",
        "description": "Creates an account without keys. Its signing secret is returned only here.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateAccountRequest"
              },
              "example": {
                "name": "Shop",
                "country": "TR",
                "time_zone": "Europe/Istanbul"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/NewAccount"
                },
                "example": {
                  "account_id": "2",
                  "country": "TR",
                  "time_zone": "Europe/Istanbul",
                  "signing_secret": "whsec_example"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "get": {
        "operationId": "getAccount",
        "tags": [
          "accounts"
        ],
        "summary": "Show an account",
        "description": "Returns an account.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Account"
                },
                "example": {
                  "account_id": "2",
                  "name": "Shop",
                  "is_active": true,
                  "country": "TR",
                  "time_zone": "Europe/Istanbul",
                  "license_expires_at": null,
                  "modules": [
                    "api",
                    "webhook",
                    "flows"
                  ]
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "patch": {
        "operationId": "updateAccount",
        "tags": [
          "accounts"
        ],
        "summary": "Change an account",
        "description": "Changes the given fields. If the account now has the webhook module, deliveries that waited for it are resumed.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/UpdateAccountRequest"
              },
              "example": {
                "is_active": false
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ChangedAccount"
                },
                "example": {
                  "account_id": "2",
                  "name": "Shop",
                  "is_active": true,
                  "country": "TR",
                  "time_zone": "Europe/Istanbul",
                  "license_expires_at": null,
                  "modules": [
                    "api",
                    "webhook",
                    "flows"
                  ],
                  "resumed": 0
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/keys": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "get": {
        "operationId": "listKeys",
        "tags": [
          "accounts"
        ],
        "summary": "List the keys",
        "description": "Returns the keys of an account, including revoked ones, oldest first, without the keys themselves.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/KeyList"
                },
                "example": {
                  "keys": []
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "post": {
        "operationId": "createKey",
        "tags": [
          "accounts"
        ],
        "summary": "Create a key",
        "description": "Creates a key. It is returned only here, because the server stores only a hash.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateKeyRequest"
              },
              "example": {
                "mode": "live",
                "scopes": [
                  "messages:send"
                ]
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/NewKey"
                },
                "example": {
                  "id": 7,
                  "key": "ww_live_<41 characters>"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/keys/{key}/rotate": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/key"
        }
      ],
      "post": {
        "operationId": "rotateKey",
        "tags": [
          "accounts"
        ],
        "summary": "Replace a key",
        "description": "Creates a key with the same rights. The old one still works for a time.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/RotateKeyRequest"
              },
              "example": {
                "valid_seconds": 86400
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RotatedKey"
                },
                "example": {
                  "id": 8,
                  "key": "ww_live_<41 characters>",
                  "replaces": {
                    "id": 7,
                    "revoked_at": "2026-05-05T12:00:00.000000+00:00"
                  }
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/keys/{key}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/key"
        }
      ],
      "delete": {
        "operationId": "revokeKey",
        "tags": [
          "accounts"
        ],
        "summary": "Revoke a key",
        "description": "Revokes a key permanently. A key that is already revoked keeps its revocation time.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RevokedKey"
                },
                "example": {
                  "id": 7,
                  "revoked": true
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/labels": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "get": {
        "operationId": "listLabels",
        "tags": [
          "conversations"
        ],
        "summary": "List the labels",
        "description": "Returns the labels of an account, oldest first.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LabelList"
                },
                "example": {
                  "labels": []
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "post": {
        "operationId": "createLabel",
        "tags": [
          "conversations"
        ],
        "summary": "Add a label",
        "description": "Adds a label for conversations.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateLabelRequest"
              },
              "example": {
                "name": "VIP",
                "color": "#c0392b"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RecordId"
                },
                "example": {
                  "id": 5
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/agents": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "get": {
        "operationId": "listAgents",
        "tags": [
          "conversations"
        ],
        "summary": "List the agents",
        "description": "Returns the agents of an account, oldest first.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AgentList"
                },
                "example": {
                  "agents": []
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "post": {
        "operationId": "createAgent",
        "tags": [
          "conversations"
        ],
        "summary": "Add an agent",
        "description": "Adds an agent, to whom conversations can be assigned.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateAgentRequest"
              },
              "example": {
                "name": "Grace"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RecordId"
                },
                "example": {
                  "id": 3
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/agents/{agent}/deactivate": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/agent"
        }
      ],
      "post": {
        "operationId": "deactivateAgent",
        "tags": [
          "conversations"
        ],
        "summary": "Deactivate an agent",
        "description": "The agent keeps current assignments and gets no new ones.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Agent"
                },
                "example": {
                  "id": 3,
                  "name": "Grace",
                  "is_active": false
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/connections": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "get": {
        "operationId": "listConnections",
        "tags": [
          "connections"
        ],
        "summary": "List the connections",
        "description": "Returns the connections of an account, including inactive ones.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ConnectionList"
                },
                "example": {
                  "connections": []
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "post": {
        "operationId": "createConnection",
        "tags": [
          "connections"
        ],
        "summary": "Add a connection",
        "description": "Checks a channel account with its provider and connects it. A web chat needs no app and no token.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateConnectionRequest"
              },
              "example": {
                "channel": "whatsapp",
                "app_id": "17",
                "provider_id": "106540352242922",
                "waba_id": "102290129340398",
                "access_token": "token-of-the-number"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/NewConnection"
                },
                "example": {
                  "connection_id": "wa_1",
                  "findings": [
                    {
                      "ok": true,
                      "what": "The token is valid."
                    }
                  ]
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/connections/{connection}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/connection"
        }
      ],
      "patch": {
        "operationId": "updateConnection",
        "tags": [
          "connections"
        ],
        "summary": "Change a connection",
        "description": "Activates or deactivates a connection, sets whether the provider learns that messages were read, or replaces the sites that may embed its web chat.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/UpdateConnectionRequest"
              },
              "example": {
                "is_active": false
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ChangedConnection"
                },
                "example": {
                  "connection_id": "wa_1",
                  "is_active": false
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/connections/{connection}/token": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/connection"
        }
      ],
      "put": {
        "operationId": "setConnectionToken",
        "tags": [
          "connections"
        ],
        "summary": "Replace the access token",
        "description": "Checks a new access token with the provider and stores it. The token is never returned.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SetConnectionTokenRequest"
              },
              "example": {
                "access_token": "token-of-the-number"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CheckedConnection"
                },
                "example": {
                  "connection_id": "wa_1",
                  "findings": []
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/connections/{connection}/check": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/connection"
        }
      ],
      "post": {
        "operationId": "checkConnection",
        "tags": [
          "connections"
        ],
        "summary": "Check a connection",
        "description": "Checks the token, the number or page, and the callbacks with the provider. A passed check with a fix is a warning.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CheckedConnection"
                },
                "example": {
                  "connection_id": "wa_1",
                  "findings": [
                    {
                      "ok": false,
                      "what": "The token has expired.",
                      "fix": "Create a token."
                    }
                  ]
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/connections/{connection}/templates/sync": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/connection"
        }
      ],
      "post": {
        "operationId": "syncTemplates",
        "tags": [
          "connections"
        ],
        "summary": "Import the templates",
        "description": "Stores the templates that the provider lists for a connection.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SyncedTemplates"
                },
                "example": {
                  "connection_id": "wa_1",
                  "templates": 4
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/webhook": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "get": {
        "operationId": "getWebhook",
        "tags": [
          "webhook"
        ],
        "summary": "Show the webhook endpoint",
        "description": "Returns the endpoint and its state, without the signing secret.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WebhookState"
                },
                "example": {
                  "url": "https://example.com/hooks",
                  "is_enabled": true,
                  "events": [
                    "message.received"
                  ],
                  "consecutive_failures": 0
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "put": {
        "operationId": "setWebhook",
        "tags": [
          "webhook"
        ],
        "summary": "Set the webhook endpoint",
        "description": "Sets, enables or removes the endpoint, and resumes the deliveries that wait for one.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SetWebhookRequest"
              },
              "example": {
                "url": "https://example.com/hooks"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Webhook"
                },
                "example": {
                  "url": "https://example.com/hooks",
                  "signing_secret": "whsec_example",
                  "is_resolved": true
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/webhook/enable": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "post": {
        "operationId": "enableWebhook",
        "tags": [
          "webhook"
        ],
        "summary": "Enable the webhook endpoint",
        "description": "Enables an endpoint that was disabled after failures, and resumes its deliveries.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/EnabledWebhook"
                },
                "example": {
                  "url": "https://example.com/hooks",
                  "enabled": true,
                  "resumed": 2
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/webhook/secret": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "post": {
        "operationId": "renewSigningSecret",
        "tags": [
          "webhook"
        ],
        "summary": "Renew the signing secret",
        "description": "Creates a signing secret. All deliveries are signed with it from now on.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SigningSecret"
                },
                "example": {
                  "signing_secret": "whsec_example"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/deliveries": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "get": {
        "operationId": "listDeliveries",
        "tags": [
          "deliveries"
        ],
        "summary": "List the deliveries",
        "description": "Returns the newest deliveries with their attempts, oldest first.",
        "parameters": [
          {
            "$ref": "#/components/parameters/state"
          },
          {
            "$ref": "#/components/parameters/event"
          },
          {
            "$ref": "#/components/parameters/from"
          },
          {
            "$ref": "#/components/parameters/to"
          },
          {
            "$ref": "#/components/parameters/delivery_limit"
          }
        ],
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/DeliveryList"
                },
                "example": {
                  "deliveries": []
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/deliveries/replay": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "post": {
        "operationId": "replayDeliveries",
        "tags": [
          "deliveries"
        ],
        "summary": "Replay a period",
        "description": "Sends the events of a period again, in the order in which they happened. Each gets a new ID. Skips events whose replay is pending or delivered, so that a repeated call sends nothing twice. A call responds after a part of a long period. While `next` is not null, call again with it as `after`.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ReplayDeliveriesRequest"
              },
              "example": {
                "from": "2026-05-04T12:00:00Z",
                "states": [
                  "missed"
                ]
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReplayList"
                },
                "example": {
                  "replays": [
                    {
                      "id": "whd_17000000000000000010",
                      "replay_of": "whd_17000000000000000009"
                    }
                  ],
                  "next": null,
                  "left": 0
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/deliveries/{delivery}/replay": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/delivery"
        }
      ],
      "post": {
        "operationId": "replayDelivery",
        "tags": [
          "deliveries"
        ],
        "summary": "Replay a delivery",
        "description": "Sends the event of a delivery again under a new ID.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Replay"
                },
                "example": {
                  "id": "whd_17000000000000000010",
                  "replay_of": "whd_17000000000000000009"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/campaigns": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "get": {
        "operationId": "listCampaigns",
        "tags": [
          "campaigns"
        ],
        "summary": "List the campaigns",
        "description": "Returns the newest campaigns, oldest first.",
        "parameters": [
          {
            "$ref": "#/components/parameters/campaign_limit"
          }
        ],
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CampaignList"
                },
                "example": {
                  "campaigns": []
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "post": {
        "operationId": "openCampaign",
        "tags": [
          "campaigns"
        ],
        "summary": "Open a campaign",
        "description": "Creates a campaign with an empty list. If a campaign with the same list is not done, returns that campaign, and resumes it if it is stopped. Nothing is sent before the list is complete.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/OpenCampaignRequest"
              },
              "example": {
                "template": "promo_spring",
                "digest": "5feceb66ffc86f38"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OpenCampaign"
                },
                "example": {
                  "campaign_id": 3,
                  "is_loading": true
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/campaigns/plan": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "post": {
        "operationId": "planCampaign",
        "tags": [
          "campaigns"
        ],
        "summary": "Plan a campaign",
        "description": "Returns the template and the connection that a campaign would use, and the previous campaign with the same list. Changes nothing.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/PlanCampaignRequest"
              },
              "example": {
                "template": "promo_spring"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CampaignPlan"
                },
                "example": {
                  "account_id": "2",
                  "country": "TR",
                  "template": {
                    "id": 4,
                    "name": "promo_spring",
                    "language": "tr",
                    "category": "MARKETING",
                    "parameter_format": "POSITIONAL",
                    "components": [
                      {
                        "type": "BODY",
                        "text": "Hello"
                      }
                    ]
                  },
                  "connection_id": "wa_1",
                  "previous": null
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/campaigns/check": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "post": {
        "operationId": "checkRecipients",
        "tags": [
          "campaigns"
        ],
        "summary": "Check recipients",
        "description": "Returns which of these recipients a campaign would skip now, because they are blocked, have opted out or cannot receive it. Changes nothing.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CheckRecipientsRequest"
              },
              "example": {
                "template": "promo_spring",
                "recipients": [
                  {
                    "position": 2,
                    "phone": "905551112233",
                    "name": "Ada"
                  }
                ]
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SkippedRecipients"
                },
                "example": {
                  "skipped": [
                    {
                      "position": 2,
                      "reason": "opted_out"
                    }
                  ]
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/campaigns/{campaign}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/campaign"
        }
      ],
      "get": {
        "operationId": "getCampaign",
        "tags": [
          "campaigns"
        ],
        "summary": "Show a campaign",
        "description": "Returns the progress of a campaign.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Campaign"
                },
                "example": {
                  "campaign_id": 3,
                  "template": "promo_spring",
                  "language": "tr",
                  "connection_id": "wa_1",
                  "state": "sending",
                  "problem": null,
                  "created_at": "2026-05-04T12:00:00.000000+00:00",
                  "finished_at": null,
                  "recipients": 2,
                  "waiting": 1,
                  "skipped": 0,
                  "queued": 0,
                  "sent": 1,
                  "delivered": 0,
                  "read": 0,
                  "failed": 0,
                  "idle_seconds": 0
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/campaigns/{campaign}/recipients": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/campaign"
        }
      ],
      "get": {
        "operationId": "listRecipients",
        "tags": [
          "campaigns"
        ],
        "summary": "List the recipients",
        "description": "Returns up to 1000 recipients of a campaign with their results, in the order of the list.",
        "parameters": [
          {
            "$ref": "#/components/parameters/after"
          }
        ],
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RecipientList"
                },
                "example": {
                  "recipients": [],
                  "next": null
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "post": {
        "operationId": "addRecipients",
        "tags": [
          "campaigns"
        ],
        "summary": "Add recipients",
        "description": "Adds the next part of the list to a campaign that is loading. Refuses the whole part if one recipient is invalid.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/AddRecipientsRequest"
              },
              "example": {
                "recipients": [
                  {
                    "position": 2,
                    "phone": "905551112233",
                    "name": "Ada"
                  }
                ]
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AddedRecipients"
                },
                "example": {
                  "campaign_id": 3,
                  "added": 1
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "delete": {
        "operationId": "clearRecipients",
        "tags": [
          "campaigns"
        ],
        "summary": "Clear the recipients",
        "description": "Removes the recipients of a campaign that is loading, so that its list can be written again.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ClearedRecipients"
                },
                "example": {
                  "campaign_id": 3
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/campaigns/{campaign}/start": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/campaign"
        }
      ],
      "post": {
        "operationId": "startCampaign",
        "tags": [
          "campaigns"
        ],
        "summary": "Start a campaign",
        "description": "Starts a campaign if its list is complete.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/StartCampaignRequest"
              },
              "example": {
                "recipients": 1
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CampaignState"
                },
                "example": {
                  "campaign_id": 3,
                  "state": "sending"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/campaigns/{campaign}/stop": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/campaign"
        }
      ],
      "post": {
        "operationId": "stopCampaign",
        "tags": [
          "campaigns"
        ],
        "summary": "Stop a campaign",
        "description": "Stops sending until the campaign is resumed.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CampaignState"
                },
                "example": {
                  "campaign_id": 3,
                  "state": "stopped"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/campaigns/{campaign}/resume": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        },
        {
          "$ref": "#/components/parameters/campaign"
        }
      ],
      "post": {
        "operationId": "resumeCampaign",
        "tags": [
          "campaigns"
        ],
        "summary": "Resume a campaign",
        "description": "Resumes a stopped campaign.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CampaignState"
                },
                "example": {
                  "campaign_id": 3,
                  "state": "sending"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/people/export": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "post": {
        "operationId": "exportPerson",
        "tags": [
          "people"
        ],
        "summary": "Export a person",
        "description": "Returns everything that is stored about a person, grouped by table. The person is in the body, because URLs are logged.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/PersonRequest"
              },
              "example": {
                "person": "+90 555 111 22 33"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PersonExport"
                },
                "example": {
                  "person": [
                    "905551112233"
                  ],
                  "exported_at": "2026-05-04T12:00:00.000000+00:00",
                  "messages": []
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/accounts/{account}/people/erase": {
      "parameters": [
        {
          "$ref": "#/components/parameters/account"
        }
      ],
      "post": {
        "operationId": "erasePerson",
        "tags": [
          "people"
        ],
        "summary": "Erase a person",
        "description": "Erases everything that identifies a person. Cancels queued messages. Call it again while data is left. With `dry_run` it only counts.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ErasePersonRequest"
              },
              "example": {
                "person": "+90 555 111 22 33"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErasedPerson"
                },
                "example": {
                  "messages": 1,
                  "stopped": 0,
                  "flow_runs": 0,
                  "campaign_recipients": 0,
                  "events": 1,
                  "deliveries": 0,
                  "callbacks": 1,
                  "idempotency_records": 0,
                  "media": 0,
                  "left": 0,
                  "remains_in": null
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/apps": {
      "get": {
        "operationId": "listProviderApps",
        "tags": [
          "connections"
        ],
        "summary": "List the provider apps",
        "description": "Returns the registered apps of the provider, without their secrets.",
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ProviderAppList"
                },
                "example": {
                  "apps": [
                    {
                      "app_id": "17",
                      "callback_url": "https://api.example.com/callbacks/meta/17"
                    }
                  ]
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      },
      "post": {
        "operationId": "createProviderApp",
        "tags": [
          "connections"
        ],
        "summary": "Register a provider app",
        "description": "Registers an app of the provider, whose secret signs callbacks. Returns the values that the operator enters at the provider, and never the secret.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateProviderAppRequest"
              },
              "example": {
                "app_secret": "secret-of-the-app"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ProviderApp"
                },
                "example": {
                  "app_id": "17",
                  "callback_url": "https://api.example.com/callbacks/meta/17",
                  "verify_token": "example"
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    },
    "/callbacks/problems": {
      "get": {
        "operationId": "listCallbackProblems",
        "tags": [
          "connections"
        ],
        "summary": "List unusable callbacks",
        "description": "Returns why callbacks of the provider could not be used, the most recent problem first, with the number of callbacks. Callbacks of the last 90 days count, at most 10,000. No response contains the content of a callback.",
        "parameters": [
          {
            "$ref": "#/components/parameters/problem_limit"
          }
        ],
        "responses": {
          "200": {
            "description": "Done.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CallbackProblemList"
                },
                "example": {
                  "problems": [
                    {
                      "last_at": "2026-05-04T12:00:00.000000+00:00",
                      "first_at": "2026-05-04T11:00:00.000000+00:00",
                      "app_id": "17",
                      "kind": "not_connected",
                      "problem": "no connection has the provider ID 106540352242922",
                      "callbacks": 12
                    }
                  ]
                }
              }
            }
          },
          "4XX": {
            "$ref": "#/components/responses/Refused"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The value of `WIGWAG_ADMIN_TOKEN` on the server."
      }
    },
    "parameters": {
      "account": {
        "name": "account",
        "in": "path",
        "required": true,
        "description": "The account's ID.",
        "schema": {
          "type": "string",
          "example": "2"
        }
      },
      "key": {
        "name": "key",
        "in": "path",
        "required": true,
        "description": "The key's ID.",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 999999999,
          "example": 7
        }
      },
      "agent": {
        "name": "agent",
        "in": "path",
        "required": true,
        "description": "The agent's ID.",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 999999999,
          "example": 3
        }
      },
      "connection": {
        "name": "connection",
        "in": "path",
        "required": true,
        "description": "The connection's ID.",
        "schema": {
          "type": "string",
          "example": "wa_1"
        }
      },
      "campaign": {
        "name": "campaign",
        "in": "path",
        "required": true,
        "description": "The campaign's ID.",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 999999999,
          "example": 3
        }
      },
      "delivery": {
        "name": "delivery",
        "in": "path",
        "required": true,
        "description": "The delivery's ID.",
        "schema": {
          "type": "string",
          "example": "whd_17000000000000000009"
        }
      },
      "state": {
        "name": "state",
        "in": "query",
        "description": "Only deliveries in these states.",
        "schema": {
          "type": "array",
          "items": {
            "$ref": "#/components/schemas/DeliveryState"
          }
        }
      },
      "event": {
        "name": "event",
        "in": "query",
        "description": "Only this event.",
        "schema": {
          "$ref": "#/components/schemas/EventName"
        }
      },
      "from": {
        "name": "from",
        "in": "query",
        "description": "Only events that happened at or after this time.",
        "schema": {
          "type": "string",
          "format": "date-time"
        }
      },
      "to": {
        "name": "to",
        "in": "query",
        "description": "Only events that happened before this time.",
        "schema": {
          "type": "string",
          "format": "date-time"
        }
      },
      "delivery_limit": {
        "name": "limit",
        "in": "query",
        "description": "The number of deliveries.",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 999999999,
          "default": 50
        }
      },
      "problem_limit": {
        "name": "limit",
        "in": "query",
        "description": "The number of problems.",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 999999999,
          "default": 50
        }
      },
      "campaign_limit": {
        "name": "limit",
        "in": "query",
        "description": "The number of campaigns.",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 999999999,
          "default": 20
        }
      },
      "after": {
        "name": "after",
        "in": "query",
        "description": "The position of the last recipient of the previous page.",
        "schema": {
          "type": "integer",
          "minimum": 0,
          "maximum": 999999999,
          "default": 0
        }
      }
    },
    "responses": {
      "Refused": {
        "description": "The call was refused, and nothing was changed.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Refusal"
            },
            "example": {
              "error": {
                "message": "account 9 does not exist"
              }
            }
          }
        }
      }
    },
    "schemas": {
      "Refusal": {
        "type": "object",
        "description": "Why a call was refused.",
        "required": [
          "error"
        ],
        "properties": {
          "error": {
            "type": "object",
            "description": "The problem.",
            "required": [
              "message"
            ],
            "properties": {
              "message": {
                "type": "string",
                "description": "What is wrong."
              },
              "hint": {
                "type": "string",
                "description": "What to do instead."
              },
              "field": {
                "type": "string",
                "description": "The field that the message is about."
              },
              "rule": {
                "type": "string",
                "description": "The rule that the field breaks."
              },
              "findings": {
                "type": "array",
                "description": "What a check with the provider found.",
                "items": {
                  "$ref": "#/components/schemas/Finding"
                }
              }
            }
          }
        }
      },
      "Module": {
        "type": "string",
        "description": "A module of an account (§5.6).",
        "enum": [
          "api",
          "webhook",
          "flows"
        ]
      },
      "Account": {
        "type": "object",
        "description": "An account.",
        "required": [
          "account_id",
          "name",
          "is_active",
          "country",
          "time_zone",
          "license_expires_at",
          "modules"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account's ID."
          },
          "name": {
            "type": "string",
            "description": "The name."
          },
          "is_active": {
            "type": "boolean",
            "description": "Whether the account can use the API."
          },
          "country": {
            "type": "string",
            "description": "The country that local phone numbers belong to."
          },
          "time_zone": {
            "type": "string",
            "description": "The time zone of reports and quiet hours."
          },
          "license_expires_at": {
            "type": [
              "string",
              "null"
            ],
            "description": "When the license expires; null if it does not."
          },
          "modules": {
            "type": "array",
            "description": "The modules of the account.",
            "items": {
              "$ref": "#/components/schemas/Module"
            }
          }
        }
      },
      "AccountList": {
        "type": "object",
        "description": "All accounts.",
        "required": [
          "accounts"
        ],
        "properties": {
          "accounts": {
            "type": "array",
            "description": "The accounts.",
            "items": {
              "$ref": "#/components/schemas/Account"
            }
          }
        }
      },
      "ChangedAccount": {
        "type": "object",
        "description": "An account after a change.",
        "required": [
          "account_id",
          "name",
          "is_active",
          "country",
          "time_zone",
          "license_expires_at",
          "modules",
          "resumed"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account's ID."
          },
          "name": {
            "type": "string",
            "description": "The name."
          },
          "is_active": {
            "type": "boolean",
            "description": "Whether the account can use the API."
          },
          "country": {
            "type": "string",
            "description": "The country that local phone numbers belong to."
          },
          "time_zone": {
            "type": "string",
            "description": "The time zone of reports and quiet hours."
          },
          "license_expires_at": {
            "type": [
              "string",
              "null"
            ],
            "description": "When the license expires; null if it does not."
          },
          "modules": {
            "type": "array",
            "description": "The modules of the account.",
            "items": {
              "$ref": "#/components/schemas/Module"
            }
          },
          "resumed": {
            "type": "integer",
            "description": "How many deliveries were resumed."
          }
        }
      },
      "CreateAccountRequest": {
        "type": "object",
        "description": "A new account.",
        "required": [
          "name"
        ],
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "description": "The name."
          },
          "country": {
            "type": "string",
            "default": "TR",
            "description": "A country code of two letters."
          },
          "time_zone": {
            "type": "string",
            "default": "Europe/Istanbul",
            "description": "A time zone such as Europe/Berlin."
          }
        }
      },
      "NewAccount": {
        "type": "object",
        "description": "The new account with its signing secret.",
        "required": [
          "account_id",
          "country",
          "time_zone",
          "signing_secret"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account's ID."
          },
          "country": {
            "type": "string",
            "description": "The country."
          },
          "time_zone": {
            "type": "string",
            "description": "The time zone."
          },
          "signing_secret": {
            "type": "string",
            "description": "Signs webhook deliveries."
          }
        }
      },
      "UpdateAccountRequest": {
        "type": "object",
        "description": "The fields to change.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "name": {
            "type": "string",
            "description": "The name."
          },
          "country": {
            "type": "string",
            "description": "A country code of two letters."
          },
          "time_zone": {
            "type": "string",
            "description": "A time zone such as Europe/Berlin."
          },
          "is_active": {
            "type": "boolean",
            "description": "Whether the account can use the API."
          },
          "license_expires_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When the license expires; null if it does not."
          },
          "modules": {
            "type": "array",
            "description": "All modules of the account.",
            "items": {
              "$ref": "#/components/schemas/Module"
            }
          }
        }
      },
      "Key": {
        "type": "object",
        "description": "A key without its text.",
        "required": [
          "id",
          "mode",
          "scopes",
          "allowed_ips",
          "requests_per_minute",
          "created_at",
          "revoked_at"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The key's ID."
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "A test key sends nothing."
          },
          "scopes": {
            "type": "array",
            "description": "The scopes; * is full access.",
            "items": {
              "type": "string"
            }
          },
          "allowed_ips": {
            "type": "array",
            "description": "The addresses from which it works; * is any.",
            "items": {
              "type": "string"
            }
          },
          "requests_per_minute": {
            "type": "integer",
            "description": "The rate limit."
          },
          "created_at": {
            "type": "string",
            "description": "When it was created."
          },
          "revoked_at": {
            "type": [
              "string",
              "null"
            ],
            "description": "When it stops working; null if it does not."
          }
        }
      },
      "KeyList": {
        "type": "object",
        "description": "The keys of an account.",
        "required": [
          "keys"
        ],
        "properties": {
          "keys": {
            "type": "array",
            "description": "The keys.",
            "items": {
              "$ref": "#/components/schemas/Key"
            }
          }
        }
      },
      "CreateKeyRequest": {
        "type": "object",
        "description": "A new key.",
        "additionalProperties": false,
        "properties": {
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "default": "live",
            "description": "A test key sends nothing."
          },
          "scopes": {
            "type": "array",
            "description": "The scopes; full access if omitted.",
            "items": {
              "type": "string"
            }
          },
          "allowed_ips": {
            "type": "array",
            "description": "IP addresses or CIDR ranges; any if omitted.",
            "items": {
              "type": "string"
            }
          },
          "requests_per_minute": {
            "type": "integer",
            "minimum": 1,
            "maximum": 999999999,
            "description": "The rate limit; 1800 if omitted."
          }
        }
      },
      "NewKey": {
        "type": "object",
        "description": "The new key.",
        "required": [
          "id",
          "key"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The key's ID."
          },
          "key": {
            "type": "string",
            "description": "The key, which is shown only this once."
          }
        }
      },
      "RotateKeyRequest": {
        "type": "object",
        "description": "How to replace a key.",
        "additionalProperties": false,
        "properties": {
          "valid_seconds": {
            "type": "integer",
            "minimum": 0,
            "maximum": 100000000,
            "default": 86400,
            "description": "How long the old key still works."
          }
        }
      },
      "RotatedKey": {
        "type": "object",
        "description": "The new key, and the old one.",
        "required": [
          "id",
          "key",
          "replaces"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The new key's ID."
          },
          "key": {
            "type": "string",
            "description": "The new key, which is shown only this once."
          },
          "replaces": {
            "type": "object",
            "description": "The old key.",
            "required": [
              "id",
              "revoked_at"
            ],
            "properties": {
              "id": {
                "type": "integer",
                "description": "Its ID."
              },
              "revoked_at": {
                "type": "string",
                "description": "When it stops working."
              }
            }
          }
        }
      },
      "RevokedKey": {
        "type": "object",
        "description": "The revoked key.",
        "required": [
          "id",
          "revoked"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The key's ID."
          },
          "revoked": {
            "type": "boolean",
            "description": "True."
          }
        }
      },
      "RecordId": {
        "type": "object",
        "description": "What was created.",
        "required": [
          "id"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "Its ID."
          }
        }
      },
      "Label": {
        "type": "object",
        "description": "A label.",
        "required": [
          "id",
          "name",
          "color"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The label's ID."
          },
          "name": {
            "type": "string",
            "description": "Its text."
          },
          "color": {
            "type": [
              "string",
              "null"
            ],
            "description": "A color such as #c0392b; null if there is none."
          }
        }
      },
      "LabelList": {
        "type": "object",
        "description": "The labels of an account.",
        "required": [
          "labels"
        ],
        "properties": {
          "labels": {
            "type": "array",
            "description": "The labels.",
            "items": {
              "$ref": "#/components/schemas/Label"
            }
          }
        }
      },
      "CreateLabelRequest": {
        "type": "object",
        "description": "A new label.",
        "required": [
          "name"
        ],
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "description": "Its text."
          },
          "color": {
            "type": "string",
            "description": "A color such as #c0392b."
          }
        }
      },
      "Agent": {
        "type": "object",
        "description": "An agent.",
        "required": [
          "id",
          "name",
          "is_active"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The agent's ID."
          },
          "name": {
            "type": "string",
            "description": "The name."
          },
          "is_active": {
            "type": "boolean",
            "description": "Whether conversations can be assigned to the agent."
          }
        }
      },
      "AgentList": {
        "type": "object",
        "description": "The agents of an account.",
        "required": [
          "agents"
        ],
        "properties": {
          "agents": {
            "type": "array",
            "description": "The agents.",
            "items": {
              "$ref": "#/components/schemas/Agent"
            }
          }
        }
      },
      "CreateAgentRequest": {
        "type": "object",
        "description": "A new agent.",
        "required": [
          "name"
        ],
        "additionalProperties": false,
        "properties": {
          "name": {
            "type": "string",
            "description": "The name."
          }
        }
      },
      "Connection": {
        "type": "object",
        "description": "A connected channel account.",
        "required": [
          "connection_id",
          "channel",
          "name",
          "is_active",
          "provider_id"
        ],
        "properties": {
          "connection_id": {
            "type": "string",
            "description": "The connection's ID."
          },
          "channel": {
            "type": "string",
            "description": "The channel."
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "description": "The name."
          },
          "is_active": {
            "type": "boolean",
            "description": "Whether it sends and receives."
          },
          "provider_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The provider's ID."
          },
          "origins": {
            "type": "array",
            "description": "The sites that may embed the web chat; only for web.",
            "items": {
              "type": "string"
            }
          },
          "mark_as_read": {
            "type": "boolean",
            "description": "Whether the provider learns that messages were read; not for web."
          },
          "reports": {
            "type": "array",
            "description": "What the provider last reported: one report for each kind, the newest first.",
            "items": {
              "$ref": "#/components/schemas/ProviderReport"
            }
          }
        }
      },
      "ProviderReport": {
        "type": "object",
        "description": "Something that the provider reported about a number, a page or its business account.",
        "required": [
          "kind",
          "event",
          "detail",
          "at"
        ],
        "properties": {
          "kind": {
            "type": "string",
            "description": "The field of the provider's callback."
          },
          "event": {
            "type": [
              "string",
              "null"
            ],
            "description": "What happened."
          },
          "detail": {
            "type": [
              "string",
              "null"
            ],
            "description": "The rest of the report."
          },
          "at": {
            "type": "string",
            "format": "date-time",
            "description": "When the provider reported it."
          }
        }
      },
      "ConnectionList": {
        "type": "object",
        "description": "The connections of an account.",
        "required": [
          "connections"
        ],
        "properties": {
          "connections": {
            "type": "array",
            "description": "The connections.",
            "items": {
              "$ref": "#/components/schemas/Connection"
            }
          }
        }
      },
      "UpdateConnectionRequest": {
        "type": "object",
        "description": "What to change.",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "is_active": {
            "type": "boolean",
            "description": "Whether it sends and receives."
          },
          "mark_as_read": {
            "type": "boolean",
            "description": "Whether the provider learns that messages were read, when a conversation's unread count becomes 0; not for web."
          },
          "origins": {
            "type": "array",
            "description": "The sites that may embed the web chat.",
            "items": {
              "type": "string"
            }
          }
        }
      },
      "ChangedConnection": {
        "type": "object",
        "description": "What was changed.",
        "required": [
          "connection_id"
        ],
        "properties": {
          "connection_id": {
            "type": "string",
            "description": "The connection's ID."
          },
          "is_active": {
            "type": "boolean",
            "description": "Whether it sends and receives."
          },
          "mark_as_read": {
            "type": "boolean",
            "description": "Whether the provider learns that messages were read."
          },
          "origins": {
            "type": "array",
            "description": "The sites that may embed the web chat.",
            "items": {
              "type": "string"
            }
          }
        }
      },
      "SetWebhookRequest": {
        "type": "object",
        "description": "The endpoint.",
        "required": [
          "url"
        ],
        "additionalProperties": false,
        "properties": {
          "url": {
            "type": [
              "string",
              "null"
            ],
            "description": "An https URL; null removes the endpoint."
          },
          "events": {
            "type": "array",
            "description": "The events to send; all if omitted.",
            "items": {
              "type": "string"
            }
          }
        }
      },
      "Webhook": {
        "type": "object",
        "description": "The endpoint and its secret.",
        "required": [
          "url",
          "signing_secret",
          "is_resolved"
        ],
        "properties": {
          "url": {
            "type": [
              "string",
              "null"
            ],
            "description": "The URL."
          },
          "signing_secret": {
            "type": "string",
            "description": "Signs deliveries."
          },
          "is_resolved": {
            "type": "boolean",
            "description": "Whether DNS knows the host now."
          }
        }
      },
      "WebhookState": {
        "type": "object",
        "description": "The endpoint and its state.",
        "required": [
          "url",
          "is_enabled",
          "events",
          "consecutive_failures"
        ],
        "properties": {
          "url": {
            "type": [
              "string",
              "null"
            ],
            "description": "The URL; null if there is none."
          },
          "is_enabled": {
            "type": "boolean",
            "description": "Whether events are sent. The server disables an endpoint after many failures."
          },
          "events": {
            "type": "array",
            "description": "The events that are sent.",
            "items": {
              "type": "string"
            }
          },
          "consecutive_failures": {
            "type": "integer",
            "description": "How many attempts in a row have failed."
          }
        }
      },
      "EnabledWebhook": {
        "type": "object",
        "description": "The enabled endpoint.",
        "required": [
          "url",
          "enabled",
          "resumed"
        ],
        "properties": {
          "url": {
            "type": "string",
            "description": "The URL."
          },
          "enabled": {
            "type": "boolean",
            "description": "True."
          },
          "resumed": {
            "type": "integer",
            "description": "How many deliveries were resumed."
          }
        }
      },
      "SigningSecret": {
        "type": "object",
        "description": "The new secret.",
        "required": [
          "signing_secret"
        ],
        "properties": {
          "signing_secret": {
            "type": "string",
            "description": "Signs deliveries."
          }
        }
      },
      "Finding": {
        "type": "object",
        "description": "A result of a check with the provider.",
        "required": [
          "ok",
          "what"
        ],
        "properties": {
          "ok": {
            "type": "boolean",
            "description": "Whether the check passed."
          },
          "what": {
            "type": "string",
            "description": "What was found."
          },
          "fix": {
            "type": "string",
            "description": "How to fix it."
          }
        }
      },
      "CreateProviderAppRequest": {
        "type": "object",
        "description": "An app of the provider.",
        "required": [
          "app_secret"
        ],
        "additionalProperties": false,
        "properties": {
          "app_secret": {
            "type": "string",
            "minLength": 1,
            "description": "The secret of the app. It is never returned."
          }
        }
      },
      "ProviderApp": {
        "type": "object",
        "description": "The values that the operator enters at the provider.",
        "required": [
          "app_id",
          "callback_url",
          "verify_token"
        ],
        "properties": {
          "app_id": {
            "type": "string",
            "description": "The app's ID."
          },
          "callback_url": {
            "type": "string",
            "description": "The address to which the provider sends callbacks."
          },
          "verify_token": {
            "type": "string",
            "description": "The token that verifies the address. Only this response contains it."
          }
        }
      },
      "ListedProviderApp": {
        "type": "object",
        "description": "A registered app of the provider.",
        "required": [
          "app_id",
          "callback_url"
        ],
        "properties": {
          "app_id": {
            "type": "string",
            "description": "The app's ID."
          },
          "callback_url": {
            "type": "string",
            "description": "The address to which the provider sends callbacks."
          }
        }
      },
      "ProviderAppList": {
        "type": "object",
        "description": "All registered apps of the provider.",
        "required": [
          "apps"
        ],
        "properties": {
          "apps": {
            "type": "array",
            "description": "The apps.",
            "items": {
              "$ref": "#/components/schemas/ListedProviderApp"
            }
          }
        }
      },
      "CreateConnectionRequest": {
        "type": "object",
        "description": "A channel account to connect.",
        "required": [
          "channel"
        ],
        "additionalProperties": false,
        "properties": {
          "channel": {
            "$ref": "#/components/schemas/Channel"
          },
          "name": {
            "type": "string",
            "description": "The name; the channel if omitted."
          },
          "app_id": {
            "type": "string",
            "description": "The provider app's ID; not for web."
          },
          "provider_id": {
            "type": "string",
            "description": "The phone number ID, page ID or Instagram account ID; not for web."
          },
          "waba_id": {
            "type": "string",
            "description": "The WhatsApp business account of the number."
          },
          "access_token": {
            "type": "string",
            "minLength": 1,
            "description": "The access token; not for web. It is never returned."
          },
          "origins": {
            "type": "array",
            "description": "The sites that may embed the web chat; only for web.",
            "items": {
              "type": "string"
            }
          },
          "force": {
            "type": "boolean",
            "default": false,
            "description": "Connects even if the check fails."
          }
        }
      },
      "NewConnection": {
        "type": "object",
        "description": "The new connection.",
        "required": [
          "connection_id",
          "findings"
        ],
        "properties": {
          "connection_id": {
            "type": "string",
            "description": "The connection's ID."
          },
          "page": {
            "type": "string",
            "description": "The URL of the page with the web chat."
          },
          "origins": {
            "type": "array",
            "description": "The sites that may embed the web chat.",
            "items": {
              "type": "string"
            }
          },
          "findings": {
            "type": "array",
            "description": "What the check found.",
            "items": {
              "$ref": "#/components/schemas/Finding"
            }
          }
        }
      },
      "SetConnectionTokenRequest": {
        "type": "object",
        "description": "The new token.",
        "required": [
          "access_token"
        ],
        "additionalProperties": false,
        "properties": {
          "access_token": {
            "type": "string",
            "minLength": 1,
            "description": "The access token. It is never returned."
          },
          "app_id": {
            "type": "string",
            "description": "Moves the connection to this provider app."
          },
          "force": {
            "type": "boolean",
            "default": false,
            "description": "Stores the token even if the check fails."
          }
        }
      },
      "CheckedConnection": {
        "type": "object",
        "description": "A connection and what its check found.",
        "required": [
          "connection_id",
          "findings"
        ],
        "properties": {
          "connection_id": {
            "type": "string",
            "description": "The connection's ID."
          },
          "findings": {
            "type": "array",
            "description": "What the check found.",
            "items": {
              "$ref": "#/components/schemas/Finding"
            }
          }
        }
      },
      "CallbackProblemList": {
        "type": "object",
        "description": "Why callbacks could not be used.",
        "required": [
          "problems"
        ],
        "properties": {
          "problems": {
            "type": "array",
            "description": "The problems.",
            "items": {
              "$ref": "#/components/schemas/CallbackProblem"
            }
          }
        }
      },
      "CallbackProblem": {
        "type": "object",
        "description": "Why callbacks could not be used, and how many.",
        "required": [
          "last_at",
          "first_at",
          "app_id",
          "kind",
          "problem",
          "callbacks"
        ],
        "properties": {
          "last_at": {
            "type": "string",
            "format": "date-time",
            "description": "When the last of these callbacks arrived."
          },
          "first_at": {
            "type": "string",
            "format": "date-time",
            "description": "When the first of these callbacks arrived."
          },
          "app_id": {
            "type": "string",
            "description": "The app whose callbacks they are."
          },
          "kind": {
            "type": "string",
            "enum": [
              "not_connected",
              "unreadable",
              "unknown_message",
              "provider_error",
              "unfinished",
              "failed"
            ],
            "description": "The kind of problem, as in the metric `wigwag_callback_problems_total`."
          },
          "problem": {
            "type": "string",
            "description": "The problem."
          },
          "callbacks": {
            "type": "integer",
            "minimum": 1,
            "description": "How many callbacks have it."
          }
        }
      },
      "SyncedTemplates": {
        "type": "object",
        "description": "What was imported.",
        "required": [
          "connection_id",
          "templates"
        ],
        "properties": {
          "connection_id": {
            "type": "string",
            "description": "The connection's ID."
          },
          "templates": {
            "type": "integer",
            "description": "How many templates the provider lists."
          }
        }
      },
      "DeliveryState": {
        "type": "string",
        "description": "The state of a delivery.",
        "enum": [
          "pending",
          "waiting",
          "missed",
          "delivered",
          "failed"
        ]
      },
      "ReplayableState": {
        "type": "string",
        "description": "The state of a delivery that can be replayed.",
        "enum": [
          "missed",
          "delivered",
          "failed"
        ]
      },
      "Attempt": {
        "type": "object",
        "description": "An attempt to deliver an event.",
        "required": [
          "attempt",
          "at",
          "status_code",
          "problem",
          "response_prefix",
          "duration_ms",
          "next_attempt_at"
        ],
        "properties": {
          "attempt": {
            "type": "integer",
            "description": "Its number, from 1."
          },
          "at": {
            "type": "string",
            "description": "When it began."
          },
          "status_code": {
            "type": [
              "integer",
              "null"
            ],
            "description": "The status of the response; null without one."
          },
          "problem": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why it failed; null if it did not."
          },
          "response_prefix": {
            "type": [
              "string",
              "null"
            ],
            "description": "The beginning of the response."
          },
          "duration_ms": {
            "type": [
              "integer",
              "null"
            ],
            "description": "How long it took, in milliseconds."
          },
          "next_attempt_at": {
            "type": [
              "string",
              "null"
            ],
            "description": "When it is retried; null if it is not."
          }
        }
      },
      "Delivery": {
        "type": "object",
        "description": "The delivery of an event with its attempts.",
        "required": [
          "id",
          "event",
          "state",
          "created_at",
          "sample",
          "replay_of",
          "attempts"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "The delivery's ID."
          },
          "event": {
            "type": "string",
            "description": "The event."
          },
          "state": {
            "$ref": "#/components/schemas/DeliveryState"
          },
          "created_at": {
            "type": "string",
            "description": "When the event happened."
          },
          "sample": {
            "type": "boolean",
            "description": "Whether it is a sample of `POST /webhooks/test`."
          },
          "replay_of": {
            "type": [
              "string",
              "null"
            ],
            "description": "The delivery that it repeats; null if none."
          },
          "attempts": {
            "type": "array",
            "description": "The attempts.",
            "items": {
              "$ref": "#/components/schemas/Attempt"
            }
          }
        }
      },
      "DeliveryList": {
        "type": "object",
        "description": "The newest deliveries.",
        "required": [
          "deliveries"
        ],
        "properties": {
          "deliveries": {
            "type": "array",
            "description": "The deliveries.",
            "items": {
              "$ref": "#/components/schemas/Delivery"
            }
          }
        }
      },
      "ReplayDeliveriesRequest": {
        "type": "object",
        "description": "The deliveries to repeat.",
        "required": [
          "from"
        ],
        "additionalProperties": false,
        "properties": {
          "from": {
            "type": "string",
            "format": "date-time",
            "description": "Events that happened at or after this time."
          },
          "to": {
            "type": "string",
            "format": "date-time",
            "description": "Events that happened before this time."
          },
          "states": {
            "type": "array",
            "description": "Only deliveries in these states.",
            "items": {
              "$ref": "#/components/schemas/ReplayableState"
            }
          },
          "again": {
            "type": "boolean",
            "description": "Whether to include events whose replay is pending or delivered; false if omitted."
          },
          "after": {
            "type": "string",
            "pattern": "^whd_\\d+\\.whd_\\d+$",
            "description": "The `next` of the previous response."
          },
          "event": {
            "$ref": "#/components/schemas/EventName"
          }
        }
      },
      "Replay": {
        "type": "object",
        "description": "A replay.",
        "required": [
          "id",
          "replay_of"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "The new ID."
          },
          "replay_of": {
            "type": "string",
            "description": "The delivery that it repeats."
          }
        }
      },
      "ReplayList": {
        "type": "object",
        "description": "The replays of one call.",
        "required": [
          "replays",
          "next",
          "left"
        ],
        "properties": {
          "replays": {
            "type": "array",
            "description": "The replays.",
            "items": {
              "$ref": "#/components/schemas/Replay"
            }
          },
          "next": {
            "type": [
              "string",
              "null"
            ],
            "description": "Where the next call continues; null if the period is done."
          },
          "left": {
            "type": "integer",
            "description": "How many events of the period are not yet sent again."
          }
        }
      },
      "Campaign": {
        "type": "object",
        "description": "A campaign and its progress.",
        "required": [
          "campaign_id",
          "template",
          "language",
          "connection_id",
          "state",
          "problem",
          "created_at",
          "finished_at",
          "recipients",
          "waiting",
          "skipped",
          "queued",
          "sent",
          "delivered",
          "read",
          "failed",
          "idle_seconds"
        ],
        "properties": {
          "campaign_id": {
            "type": "integer",
            "description": "The campaign's ID."
          },
          "template": {
            "type": "string",
            "description": "The name of the template."
          },
          "language": {
            "type": "string",
            "description": "Its language."
          },
          "connection_id": {
            "type": "string",
            "description": "The connection that sends."
          },
          "state": {
            "type": "string",
            "enum": [
              "loading",
              "sending",
              "stopped",
              "done"
            ],
            "description": "The state."
          },
          "problem": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why it stopped; null if it did not stop automatically."
          },
          "created_at": {
            "type": "string",
            "description": "When it was created."
          },
          "finished_at": {
            "type": [
              "string",
              "null"
            ],
            "description": "When it was done; null before."
          },
          "recipients": {
            "type": "integer",
            "description": "The length of the list."
          },
          "waiting": {
            "type": "integer",
            "description": "Not yet queued."
          },
          "skipped": {
            "type": "integer",
            "description": "Skipped, such as people who opted out."
          },
          "queued": {
            "type": "integer",
            "description": "Queued."
          },
          "sent": {
            "type": "integer",
            "description": "Sent."
          },
          "delivered": {
            "type": "integer",
            "description": "Delivered."
          },
          "read": {
            "type": "integer",
            "description": "Read."
          },
          "failed": {
            "type": "integer",
            "description": "Failed."
          },
          "idle_seconds": {
            "type": "integer",
            "description": "How many seconds ago a server last worked on it; 0 if one is working on it now."
          }
        }
      },
      "CampaignList": {
        "type": "object",
        "description": "The newest campaigns.",
        "required": [
          "campaigns"
        ],
        "properties": {
          "campaigns": {
            "type": "array",
            "description": "The campaigns.",
            "items": {
              "$ref": "#/components/schemas/Campaign"
            }
          }
        }
      },
      "PlanCampaignRequest": {
        "type": "object",
        "description": "The parameters of a campaign.",
        "required": [
          "template"
        ],
        "additionalProperties": false,
        "properties": {
          "template": {
            "type": "string",
            "description": "The name of an approved template."
          },
          "language": {
            "type": "string",
            "description": "The language, if the template exists in several."
          },
          "connection_id": {
            "type": "string",
            "description": "The connection; the default connection if omitted."
          },
          "digest": {
            "type": "string",
            "description": "A hash that identifies a list. The response contains the previous campaign with this list."
          },
          "again": {
            "type": "boolean",
            "default": false,
            "description": "Whether the list may be sent again."
          }
        }
      },
      "PlannedTemplate": {
        "type": "object",
        "description": "The template of a campaign.",
        "required": [
          "id",
          "name",
          "language",
          "category",
          "parameter_format",
          "components"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "The template's ID."
          },
          "name": {
            "type": "string",
            "description": "The name."
          },
          "language": {
            "type": "string",
            "description": "The language."
          },
          "category": {
            "type": "string",
            "enum": [
              "MARKETING",
              "UTILITY",
              "AUTHENTICATION"
            ],
            "description": "The category."
          },
          "parameter_format": {
            "type": "string",
            "enum": [
              "POSITIONAL",
              "NAMED"
            ],
            "description": "The format of the variables."
          },
          "components": {
            "type": "array",
            "description": "The components in the provider's format.",
            "items": {
              "type": "object",
              "additionalProperties": true
            }
          }
        }
      },
      "CampaignPlan": {
        "type": "object",
        "description": "What a campaign would use.",
        "required": [
          "account_id",
          "country",
          "template",
          "connection_id",
          "previous"
        ],
        "properties": {
          "account_id": {
            "type": "string",
            "description": "The account's ID."
          },
          "country": {
            "type": "string",
            "description": "The country that local phone numbers belong to."
          },
          "template": {
            "$ref": "#/components/schemas/PlannedTemplate"
          },
          "connection_id": {
            "type": "string",
            "description": "The connection that sends."
          },
          "previous": {
            "description": "The previous campaign with this list; null if there is none.",
            "oneOf": [
              {
                "$ref": "#/components/schemas/Campaign"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "OpenCampaignRequest": {
        "type": "object",
        "description": "The parameters of a campaign and its list.",
        "required": [
          "template",
          "digest"
        ],
        "additionalProperties": false,
        "properties": {
          "template": {
            "type": "string",
            "description": "The name of an approved template."
          },
          "language": {
            "type": "string",
            "description": "The language, if the template exists in several."
          },
          "connection_id": {
            "type": "string",
            "description": "The connection; the default connection if omitted."
          },
          "digest": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "A hash that identifies the list, so that it is not sent twice."
          },
          "again": {
            "type": "boolean",
            "default": false,
            "description": "Whether the list may be sent again."
          }
        }
      },
      "OpenCampaign": {
        "type": "object",
        "description": "The campaign.",
        "required": [
          "campaign_id",
          "is_loading"
        ],
        "properties": {
          "campaign_id": {
            "type": "integer",
            "description": "The campaign's ID."
          },
          "is_loading": {
            "type": "boolean",
            "description": "Whether its recipients must be added."
          }
        }
      },
      "ButtonValue": {
        "type": "object",
        "description": "The value of a dynamic URL button.",
        "required": [
          "index",
          "text"
        ],
        "properties": {
          "index": {
            "type": "integer",
            "description": "The position of the button, from 0."
          },
          "text": {
            "type": "string",
            "description": "The variable part at the end of its URL."
          }
        }
      },
      "ListedRecipient": {
        "type": "object",
        "description": "A recipient of a list.",
        "required": [
          "position",
          "phone"
        ],
        "properties": {
          "position": {
            "type": "integer",
            "minimum": 1,
            "maximum": 999999999,
            "description": "The position in the list."
          },
          "phone": {
            "type": "string",
            "description": "A phone number in any format, or a WhatsApp user ID."
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "description": "The name."
          },
          "variables": {
            "type": [
              "array",
              "object",
              "null"
            ],
            "description": "The values of the variables: a list, or an object by name.",
            "items": {
              "type": "string"
            },
            "additionalProperties": {
              "type": "string"
            }
          },
          "buttons": {
            "type": [
              "array",
              "null"
            ],
            "description": "The values of the dynamic URL buttons.",
            "items": {
              "$ref": "#/components/schemas/ButtonValue"
            }
          }
        }
      },
      "AddRecipientsRequest": {
        "type": "object",
        "description": "A part of a list.",
        "required": [
          "recipients"
        ],
        "additionalProperties": false,
        "properties": {
          "recipients": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1000,
            "description": "The recipients.",
            "items": {
              "$ref": "#/components/schemas/ListedRecipient"
            }
          }
        }
      },
      "CheckRecipientsRequest": {
        "type": "object",
        "description": "A part of a list, and the parameters of its campaign.",
        "required": [
          "template",
          "recipients"
        ],
        "additionalProperties": false,
        "properties": {
          "template": {
            "type": "string",
            "description": "The name of an approved template."
          },
          "language": {
            "type": "string",
            "description": "The language, if the template exists in several."
          },
          "connection_id": {
            "type": "string",
            "description": "The connection; the default connection if omitted."
          },
          "recipients": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1000,
            "description": "The recipients.",
            "items": {
              "$ref": "#/components/schemas/ListedRecipient"
            }
          }
        }
      },
      "SkippedRecipient": {
        "type": "object",
        "description": "A recipient who gets no message.",
        "required": [
          "position",
          "reason"
        ],
        "properties": {
          "position": {
            "type": "integer",
            "description": "The position in the list."
          },
          "reason": {
            "type": "string",
            "description": "Why: `opted_out`, `blocked` or `recipient_invalid`."
          }
        }
      },
      "SkippedRecipients": {
        "type": "object",
        "description": "The recipients that a campaign would skip.",
        "required": [
          "skipped"
        ],
        "properties": {
          "skipped": {
            "type": "array",
            "description": "The skipped recipients.",
            "items": {
              "$ref": "#/components/schemas/SkippedRecipient"
            }
          }
        }
      },
      "AddedRecipients": {
        "type": "object",
        "description": "What was added.",
        "required": [
          "campaign_id",
          "added"
        ],
        "properties": {
          "campaign_id": {
            "type": "integer",
            "description": "The campaign's ID."
          },
          "added": {
            "type": "integer",
            "description": "How many recipients were added."
          }
        }
      },
      "ClearedRecipients": {
        "type": "object",
        "description": "The campaign, whose list is empty.",
        "required": [
          "campaign_id"
        ],
        "properties": {
          "campaign_id": {
            "type": "integer",
            "description": "The campaign's ID."
          }
        }
      },
      "StartCampaignRequest": {
        "type": "object",
        "description": "The size of the list.",
        "required": [
          "recipients"
        ],
        "additionalProperties": false,
        "properties": {
          "recipients": {
            "type": "integer",
            "minimum": 0,
            "maximum": 999999999,
            "description": "The number of different recipients."
          }
        }
      },
      "CampaignState": {
        "type": "object",
        "description": "The campaign and its new state.",
        "required": [
          "campaign_id",
          "state"
        ],
        "properties": {
          "campaign_id": {
            "type": "integer",
            "description": "The campaign's ID."
          },
          "state": {
            "type": "string",
            "enum": [
              "sending",
              "stopped"
            ],
            "description": "The state."
          }
        }
      },
      "Recipient": {
        "type": "object",
        "description": "A recipient and the result.",
        "required": [
          "position",
          "phone",
          "name",
          "state",
          "reason",
          "message_id",
          "queued_at"
        ],
        "properties": {
          "position": {
            "type": "integer",
            "description": "The position in the list."
          },
          "phone": {
            "type": "string",
            "description": "The phone number."
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "description": "The name."
          },
          "state": {
            "type": "string",
            "description": "The state of the recipient or of the message."
          },
          "reason": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why the recipient was skipped or the send failed."
          },
          "message_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The message."
          },
          "queued_at": {
            "type": [
              "string",
              "null"
            ],
            "description": "When the message was queued."
          }
        }
      },
      "RecipientList": {
        "type": "object",
        "description": "A page of recipients.",
        "required": [
          "recipients",
          "next"
        ],
        "properties": {
          "recipients": {
            "type": "array",
            "description": "The recipients.",
            "items": {
              "$ref": "#/components/schemas/Recipient"
            }
          },
          "next": {
            "type": [
              "integer",
              "null"
            ],
            "description": "The value of `after` for the next page; null on the last page."
          }
        }
      },
      "PersonRequest": {
        "type": "object",
        "description": "A person.",
        "required": [
          "person"
        ],
        "additionalProperties": false,
        "properties": {
          "person": {
            "type": "string",
            "minLength": 1,
            "description": "A phone number in any format, or the ID of a person on a channel."
          },
          "channel": {
            "$ref": "#/components/schemas/Channel"
          }
        }
      },
      "ErasePersonRequest": {
        "type": "object",
        "description": "A person to erase.",
        "required": [
          "person"
        ],
        "additionalProperties": false,
        "properties": {
          "person": {
            "type": "string",
            "minLength": 1,
            "description": "A phone number in any format, or the ID of a person on a channel."
          },
          "channel": {
            "$ref": "#/components/schemas/Channel"
          },
          "dry_run": {
            "type": "boolean",
            "description": "Erase nothing; return the counts that the erasure would return."
          }
        }
      },
      "PersonExport": {
        "type": "object",
        "description": "Everything that is stored about a person; one list of rows for each table.",
        "required": [
          "person",
          "exported_at"
        ],
        "properties": {
          "person": {
            "type": "array",
            "description": "The phone numbers and IDs of the person.",
            "items": {
              "type": "string"
            }
          },
          "exported_at": {
            "type": "string",
            "description": "When the data was read."
          }
        }
      },
      "ErasedPerson": {
        "type": "object",
        "description": "How much was erased.",
        "required": [
          "messages",
          "stopped",
          "flow_runs",
          "campaign_recipients",
          "events",
          "deliveries",
          "callbacks",
          "idempotency_records",
          "media",
          "left",
          "remains_in"
        ],
        "properties": {
          "messages": {
            "type": "integer",
            "description": "Erased messages."
          },
          "stopped": {
            "type": "integer",
            "description": "How many of these messages had not been sent."
          },
          "flow_runs": {
            "type": "integer",
            "description": "Flow runs."
          },
          "campaign_recipients": {
            "type": "integer",
            "description": "Recipients of campaigns."
          },
          "events": {
            "type": "integer",
            "description": "Events."
          },
          "deliveries": {
            "type": "integer",
            "description": "Deliveries."
          },
          "callbacks": {
            "type": "integer",
            "description": "Callbacks."
          },
          "idempotency_records": {
            "type": "integer",
            "description": "Idempotency records."
          },
          "media": {
            "type": "integer",
            "description": "Media."
          },
          "left": {
            "type": "integer",
            "description": "Data in progress; erase again."
          },
          "remains_in": {
            "type": [
              "string",
              "null"
            ],
            "description": "The file that still contains erased bytes because a server uses it; null if none."
          }
        }
      },
      "Channel": {
        "type": "string",
        "description": "The channel of the message (§1).",
        "enum": [
          "whatsapp",
          "instagram",
          "messenger",
          "web"
        ],
        "x-code": "CHANNEL_UNSUPPORTED"
      },
      "EventName": {
        "type": "string",
        "description": "What happened (§6).",
        "enum": [
          "message.received",
          "message.status",
          "template.status"
        ]
      }
    }
  }
};
