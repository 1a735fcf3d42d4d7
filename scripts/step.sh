# Read by the scripts of `make check`: `step WHAT` prints the name of a step, and how long the previous one took.
began=$SECONDS
step() {
  [ "$SECONDS" -eq 0 ] || echo "($((SECONDS - began)) s)"
  began=$SECONDS
  printf '\n== %s\n' "$*"
}
