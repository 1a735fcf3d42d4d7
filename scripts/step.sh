# Read by the scripts of `make check`: `step WHAT` prints what begins, and how long the step before took.
began=$SECONDS
step() {
  [ "$SECONDS" -eq 0 ] || echo "($((SECONDS - began)) s)"
  began=$SECONDS
  printf '\n== %s\n' "$*"
}
